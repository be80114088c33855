import { isOurs } from './origin'

/** As much of an IPC event as tells who sent it. */
export interface Sent {
  readonly sender: { readonly id: number; isDestroyed(): boolean }
  readonly senderFrame: { readonly url: string; readonly parent: unknown } | null
}

/**
 * Whether a message comes from the main frame of one of our windows while that shows our page (B2). Says no, never
 * throws, for a frame or window that is gone.
 */
export function isOurPage(event: Sent, windows: ReadonlySet<number>): boolean {
  try {
    const { sender, senderFrame } = event
    if (senderFrame === null || sender.isDestroyed() || !windows.has(sender.id)) return false
    return senderFrame.parent === null && isOurs(senderFrame.url)
  } catch {
    return false
  }
}

import { chmod, mkdtemp, rmdir, unlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

/** Starts the person's browser on an address; rejects when there is none. */
export type StartBrowser = (address: string) => Promise<void>

/** A file that sends whoever opens it on to the page. */
export interface Signpost {
  /** `file:` address, safe to show in a list of processes. */
  readonly address: string
  /** Takes the file away; may be called more than once. */
  remove(): Promise<void>
}

/**
 * Writes the page's address into a file that only its owner may read, since everybody on the machine sees the arguments
 * of a program (C4).
 */
export async function writeSignpost(address: string): Promise<Signpost> {
  const folder = await mkdtemp(join(tmpdir(), 'clearhold-'))
  await chmod(folder, 0o700)
  const file = join(folder, 'open.html')
  await writeFile(file, page(address), { mode: 0o600, flag: 'wx' })
  let gone: Promise<void> | null = null
  return {
    address: pathToFileURL(file).href,
    remove: () => {
      gone ??= unlink(file).then(() => rmdir(folder))
      return gone
    }
  }
}

/** Sends the person's browser to the page, and clears up behind it. */
export interface Opener {
  /** Never rejects; says to copy the address when no browser could be started. */
  open(address: string): Promise<void>
  /** The page is there, or never will be. */
  done(): Promise<void>
}

/** An opener that does nothing when there is no `start`. */
export function createOpener(start: StartBrowser | undefined, out: (line: string) => void): Opener {
  let signpost: Signpost | null = null
  return {
    open: async (address) => {
      if (start === undefined) return
      try {
        signpost = await writeSignpost(address)
        await start(signpost.address)
      } catch {
        out('No browser could be started. Open the address above.')
      }
    },
    done: async () => {
      await signpost
        ?.remove()
        .catch((error: Error) => out(`The file for the browser could not be removed: ${error.message}`))
    }
  }
}

const page = (address: string) => `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="referrer" content="no-referrer">
<meta http-equiv="refresh" content="0; url=${address}">
<title>Clearhold</title>
<p>Clearhold opens. If it does not, <a href="${address}">open it here</a>.</p>
</html>
`

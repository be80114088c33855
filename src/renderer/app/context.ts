import { createContext, useContext, useEffect, useRef } from 'react'
import type { Client } from '../../shared/client'
import type { PageStore } from '../store/store'
import type { CommandName, Commands } from './commands'
import type { Router } from './route'

/** What every view may reach: the engine's calls, the page's state, where it stands, and its commands. */
export interface App {
  readonly client: Client
  readonly store: PageStore
  readonly router: Router
  readonly commands: Commands
}

const AppContext = createContext<App | null>(null)

export const AppProvider = AppContext.Provider

export function useApp(): App {
  const app = useContext(AppContext)
  if (app === null) throw new Error('A view was drawn outside the page.')
  return app
}

export const useClient = (): Client => useApp().client

/** Answers a command while the view is shown; the view shown last answers first. */
export function useCommand(name: CommandName, run: () => void): void {
  const { commands } = useApp()
  const latest = useRef(run)
  latest.current = run
  useEffect(() => commands.answer(name, () => latest.current()), [commands, name])
}

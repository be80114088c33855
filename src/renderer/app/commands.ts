/** What a key, the menu or the palette may ask of the page. */
export type CommandName =
  | 'overview'
  | 'workspaces'
  | 'history'
  | 'settings'
  | 'prune'
  | 'scan'
  | 'stop'
  | 'palette'
  | 'filter'
  | 'keys'
  | 'back'

export interface Commands {
  /** Whoever answers last is asked first. Returns the end of it. */
  answer(name: CommandName, run: () => void): () => void
  /** False when nobody shown answers to it. */
  run(name: CommandName): boolean
}

/** A list of answers for each command. */
export function createCommands(): Commands {
  const answers = new Map<CommandName, (() => void)[]>()
  return {
    answer: (name, run) => {
      answers.set(name, [...(answers.get(name) ?? []), run])
      return () =>
        void answers.set(
          name,
          (answers.get(name) ?? []).filter((other) => other !== run)
        )
    },
    run: (name) => {
      const last = answers.get(name)?.at(-1)
      last?.()
      return last !== undefined
    }
  }
}

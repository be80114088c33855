import { EventEmitter } from 'node:events'
import type { App } from 'electron'
import { describe, expect, it } from 'vitest'
import { endWith } from './ending'

/** Electron's order of events, as much of it as matters. */
class Program extends EventEmitter {
  gone = false
  quit(): void {
    const prevented = (name: string) => {
      let stopped = false
      this.emit(name, { preventDefault: () => (stopped = true) })
      return stopped
    }
    if (!prevented('before-quit') && !prevented('will-quit')) this.gone = true
  }
}

const turn = () => new Promise((go) => setImmediate(go))

function made(acting: () => boolean) {
  const program = new Program()
  const answers: ((quit: boolean) => void)[] = []
  let closed = 0
  const ending = endWith({
    app: program as unknown as Pick<App, 'on' | 'quit'>,
    acting,
    confirm: () => new Promise((resolve) => answers.push(resolve)),
    close: async () => {
      closed += 1
    }
  })
  return { program, answers, ending, closed: () => closed }
}

describe('how the program ends (F7)', () => {
  it('quits without a question when nothing is being removed, after what has to be finished', async () => {
    const { program, answers, ending, closed } = made(() => false)
    program.quit()
    expect([ending.asked(), program.gone]).toEqual([true, false])
    await turn()
    expect([closed(), answers.length, program.gone]).toEqual([1, 0, true])
  })

  it('asks once while something is being removed, and stays when told so', async () => {
    const { program, answers, ending, closed } = made(() => true)
    program.quit()
    program.quit()
    program.emit('window-all-closed')
    expect([answers.length, ending.asked(), program.gone]).toEqual([1, false, false])
    answers[0]?.(false)
    await turn()
    expect([closed(), program.gone]).toEqual([0, false])
    program.quit()
    expect(answers).toHaveLength(2)
    answers[1]?.(true)
    await turn()
    await turn()
    expect([closed(), ending.asked(), program.gone]).toEqual([1, true, true])
  })

  it('stays when the question could not be put', async () => {
    const { program, closed } = made(() => true)
    const failing = endWith({
      app: program as unknown as Pick<App, 'on' | 'quit'>,
      acting: () => true,
      confirm: () => Promise.reject(new Error('no display')),
      close: async () => undefined
    })
    program.quit()
    await turn()
    expect([failing.asked(), closed(), program.gone]).toEqual([false, 0, false])
  })

  it('asks nobody when the system goes down, and still finishes first (F5)', async () => {
    const { program, answers, ending, closed } = made(() => true)
    ending.now()
    await turn()
    expect([answers.length, closed(), ending.asked(), program.gone]).toEqual([0, 1, true, true])
  })
})

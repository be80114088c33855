import { parentPort } from 'node:worker_threads'
import { finish, type Pinned, pin, takers, unlinkFile, unsetAside } from './remove-tree'
import type { RemoverAnswer, RemoverOrder } from './remover-orders'
import { sweep } from './sweep'
import { Tally } from './tally'

// Electron would show every *.asar file as a folder; it asks this at each call, in each worker anew.
Object.assign(process, { noAsar: true })
// A refusal is told by its code; its stack is never read, and making one for each of many costs more than the call.
Error.stackTraceLimit = 0

let pinned: Pinned | null = null

function obey(order: RemoverOrder): RemoverAnswer {
  switch (order.order) {
    case 'pin': {
      const result = pin(order.removal)
      if ('end' in result) return { answer: 'ended', end: result.end }
      pinned = result.pinned
      return { answer: 'pinned', root: pinned.root }
    }
    case 'sweep': {
      const tally = new Tally(order.memory)
      const lines = sweep({ root: order.root, backward: order.backward, tally, take: takers })
      tally.tell()
      return { answer: 'swept', lines }
    }
    case 'finish': {
      if (pinned === null) throw new Error('There is nothing to finish.')
      const end = finish(pinned, order.swept, order.memory)
      pinned = null
      return { answer: 'ended', end }
    }
    case 'unlink':
      return { answer: 'unlinked', end: unlinkFile(order.place, order.recorded) }
    case 'unset':
      return { answer: 'unlinked', end: unsetAside(order.left) }
  }
}

parentPort?.on('message', (order: RemoverOrder) => {
  let answer: RemoverAnswer
  try {
    answer = obey(order)
  } catch (error) {
    answer = { answer: 'broken', said: error instanceof Error ? error.message : String(error) }
  }
  parentPort?.postMessage(answer)
})

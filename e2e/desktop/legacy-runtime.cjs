// Loaded with `-r` by the tests alone: lends an older Electron what the product expects of its own. Does nothing on a
// runtime that has it.
const old = Number(process.versions.node.split('.')[0]) < 20

const lend = (object, name, value) => {
  if (!(name in object)) Object.defineProperty(object, name, { value, configurable: true, writable: true })
}

if (old) {
  require('core-js-bundle/minified.js')
  lendNode()
  lendWorkers()
  if (process.type === 'browser') lendElectron()
}

// A utility process takes no `-r`: this file is its entry instead, and loads the real one.
if (process.type === 'utility' && process.env.LEGACY_ENTRY) require(process.env.LEGACY_ENTRY)

function lendNode() {
  const events = require('node:events')
  const onAbort = (signal, run) => {
    if (signal.aborted) queueMicrotask(() => run({ type: 'abort' }))
    else signal.addEventListener('abort', run, { once: true })
    return { [Symbol.dispose]: () => signal.removeEventListener('abort', run) }
  }
  lend(events, 'addAbortListener', onAbort)
  lend(require('node:stream'), 'getDefaultHighWaterMark', (objects) => (objects ? 16 : 65_536))
  lend(require('node:util'), 'aborted', (signal) => new Promise((done) => onAbort(signal, done)))
  lend(require('node:os'), 'availableParallelism', () => require('node:os').cpus().length)
  lend(globalThis, 'crypto', require('node:crypto').webcrypto)
  lend(AbortSignal, 'any', (signals) => {
    const joint = new AbortController()
    for (const signal of signals) onAbort(signal, () => joint.abort(signal.reason))
    return joint.signal
  })
  lendUnicodeSets()
}

/** The build lowers /x/v to a call; for plain classes the u flag means the same. */
function lendUnicodeSets() {
  const Plain = RegExp
  const flagsOf = (flags) => (typeof flags === 'string' ? flags.replace('v', 'u') : flags)
  globalThis.RegExp = new Proxy(Plain, {
    construct: (_target, [source, flags], made) => Reflect.construct(Plain, [source, flagsOf(flags)], made),
    apply: (_target, _self, [source, flags]) => new Plain(source, flagsOf(flags))
  })
}

function lendWorkers() {
  const threads = require('node:worker_threads')
  const Plain = threads.Worker
  threads.Worker = class extends Plain {
    constructor(file, options = {}) {
      super(file, { ...options, execArgv: ['-r', __filename, ...(options.execArgv ?? [])] })
    }
  }
}

function lendElectron() {
  const { protocol, utilityProcess } = require('electron')
  const fork = utilityProcess.fork.bind(utilityProcess)
  utilityProcess.fork = (file, list, options = {}) =>
    fork(__filename, list, { ...options, env: { ...(options.env ?? process.env), LEGACY_ENTRY: file } })

  lend(
    globalThis,
    'Response',
    class Response {
      constructor(body, { status = 200, headers = {} } = {}) {
        Object.assign(this, { status, plain: headers, bytes: Buffer.from(body ?? '') })
      }
    }
  )
  lend(protocol, 'handle', (scheme, handler) => {
    protocol.registerBufferProtocol(scheme, async ({ url, method }, reply) => {
      const { status, plain, bytes } = await handler({ url, method })
      const [mimeType] = (plain['content-type'] ?? 'application/octet-stream').split(';')
      reply({ statusCode: status, mimeType, charset: 'utf-8', headers: plain, data: bytes })
    })
  })
}

// Loaded with `-r` by the tests alone: keeps the tray icons that the product makes where a test finds them, and ends the
// program on an uncaught error instead of waiting in a dialog that nobody closes. The exports of `electron` cannot be
// replaced and a native object loses a subclass's methods: hence a proxy, handed out at require().
const Module = require('node:module')
const electron = require('electron')

const trays = []
globalThis.__trays = trays
const Tray = new Proxy(electron.Tray, {
  construct(target, list) {
    const tray = Reflect.construct(target, list)
    const seen = { tray, image: list[0], menu: null, tooltip: '', menusSet: 0 }
    trays.push(seen)
    const wrap = (name, learn) => {
      const plain = tray[name]
      const value = (given) => {
        learn(given)
        return plain.call(tray, given)
      }
      Object.defineProperty(tray, name, { value })
    }
    wrap('setImage', (image) => {
      seen.image = image
    })
    wrap('setToolTip', (text) => {
      seen.tooltip = text
    })
    wrap('setContextMenu', (menu) => {
      seen.menu = menu
      seen.menusSet += 1
    })
    return tray
  }
})

const handedOut = new Proxy(electron, { get: (from, name) => (name === 'Tray' ? Tray : from[name]) })
const load = Module._load
Module._load = (name, ...rest) => (name === 'electron' ? handedOut : load.call(Module, name, ...rest))

for (const event of ['uncaughtException', 'unhandledRejection'])
  process.on(event, (error) => {
    console.error(error)
    electron.app.exit(1)
  })

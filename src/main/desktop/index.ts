import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { app, dialog, Menu, nativeTheme, powerMonitor, powerSaveBlocker, protocol, session, shell } from 'electron'
import { readPageFiles } from '../security/page-files'
import { createAwake } from './awake'
import { createLastWords, endOnUncaught, logGoneChildren, reviveOnCrash } from './crash'
import { endWith } from './ending'
import { forkEngine } from './engine-fork'
import { createEngineLink, type EngineLink } from './engine-link'
import { createFollower } from './follow'
import { guardContents, guardSession } from './guards'
import { createDesktopDispatch } from './handlers'
import { openIpc } from './ipc'
import { openLog } from './log'
import { type Goal, menuTemplate } from './menu'
import { scheme } from './origin'
import { pageReply, pageScheme } from './page-scheme'
import { becomeOnly } from './single'
import { makeTray } from './tray-make'
import { unfit } from './unfit'
import { openWindow, type Shell } from './window'
import { readWindow, writeWindow } from './window-file'

if (!app.commandLine.hasSwitch('user-data-dir')) app.setPath('userData', join(app.getPath('appData'), 'clearhold'))
const log = openLog({ folder: join(app.getPath('userData'), 'logs'), home: app.getPath('home') })
const warn = (text: string) => log.write('warn', text)
let shown: Shell | null = null

endOnUncaught(
  createLastWords({
    log: log.write,
    flushed: log.flushed,
    show: (title, text) => dialog.showErrorBox(title, text),
    exit: (code) => app.exit(code)
  })
)
logGoneChildren(app, log.write)
const tooOld = unfit(protocol, process.versions['electron'])
if (tooOld !== null) {
  console.error(tooOld)
  app.exit(1)
}
// Chromium cannot sandbox itself for root, who has to say so; every child would refuse to start otherwise.
if (!app.commandLine.hasSwitch('no-sandbox')) app.enableSandbox()
protocol.registerSchemesAsPrivileged([pageScheme])
guardContents(app)
app.setAppUserModelId('dev.clearhold.desktop')
if (becomeOnly(app, () => shown?.show(), warn)) void app.whenReady().then(start)
else app.quit()

async function start(): Promise<void> {
  await servePage()
  guardSession(session.defaultSession)
  const tray = await makeTray((command) => {
    if (command === 'show') shown?.show()
    else if (command === 'quit') app.quit()
    // Nobody waits for a scan that nobody looks at.
    else void link.call('survey.scan', { background: shown?.window.isVisible() !== true })
  })
  const follower = createFollower({
    link: () => link,
    theme: nativeTheme,
    send: (name, payload) => pages.send(name, payload),
    show: tray.show,
    awake: createAwake(powerSaveBlocker)
  })
  const link: EngineLink = createEngineLink({
    fork: () => forkEngine(log.write),
    start: {
      version: app.getVersion(),
      walker: join(__dirname, 'walker.cjs'),
      demo: app.commandLine.hasSwitch('demo'),
      beside: app.commandLine.hasSwitch('beside') ? [app.commandLine.getSwitchValue('beside')] : []
    },
    onEvent: follower.event,
    onState: follower.state,
    log: log.write
  })
  const chooseFolder = () => {
    const options: Electron.OpenDialogOptions = {
      title: 'Choose a folder to look at',
      buttonLabel: 'Look here',
      properties: ['openDirectory', 'showHiddenFiles']
    }
    return shown === null ? dialog.showOpenDialog(options) : dialog.showOpenDialog(shown.window, options)
  }
  const pages = openIpc(createDesktopDispatch({ link, shell, chooseFolder }, (text) => log.write('error', text)))
  const go = (to: Goal) => {
    shown?.show()
    pages.send('page.go', { revision: 0, to })
  }
  Menu.setApplicationMenu(Menu.buildFromTemplate(menuTemplate(process.platform, go)))
  const ending = endWith({
    app,
    acting: follower.acting,
    confirm: confirmQuit,
    close: async () => {
      tray.destroy()
      await link.close()
      await log.flushed()
    }
  })

  const goDown = (event: Electron.Event) => {
    event.preventDefault()
    ending.now()
  }
  // The event is handed over, though its type does not say so.
  powerMonitor.on('shutdown', goDown as () => void)
  const quitInstead = () => {
    if (!follower.acting()) return false
    app.quit()
    return true
  }
  const file = join(app.getPath('userData'), 'window.json')
  const { window: saved, notice } = await readWindow(file)
  if (notice !== null) warn(notice)
  shown = openWindow({
    saved,
    dark: nativeTheme.shouldUseDarkColors,
    preload: join(__dirname, '../preload/index.cjs'),
    icon: join(app.getAppPath(), 'resources/icons/256x256.png'),
    save: (place) => void writeWindow(file, place).catch((error: Error) => warn(error.message)),
    // A window that goes while something is removed comes back with the question whether to quit.
    hides: () => !ending.asked() && (tray.present || quitInstead()),
    prepare: ({ webContents }) => {
      pages.add(webContents)
      reviveOnCrash(webContents, log.write)
    }
  })
  nativeTheme.on('updated', () => shown?.repaint(nativeTheme.shouldUseDarkColors))
  app.on('activate', () => shown?.show())
}

/** True to stop after the item in hand and quit. */
async function confirmQuit(): Promise<boolean> {
  shown?.show()
  const question: Electron.MessageBoxOptions = {
    type: 'warning',
    title: 'Clearhold',
    message: 'Quit while a plan is being carried out?',
    detail: 'The item in hand is finished, the others stay, and the report is kept in History.',
    buttons: ['Go on removing', 'Stop and quit'],
    defaultId: 0,
    cancelId: 0
  }
  const asked = shown === null ? dialog.showMessageBox(question) : dialog.showMessageBox(shown.window, question)
  return (await asked).response === 1
}

/** The page comes from our own scheme, out of the list that the build made, read once. */
async function servePage(): Promise<void> {
  const files = await readPageFiles({
    read: (name) => readFile(join(__dirname, '../renderer', name)),
    hash: (bytes) => createHash('sha256').update(bytes).digest('hex')
  })
  protocol.handle(scheme, ({ url }) => {
    const { status, headers, body } = pageReply(files, url)
    return new Response(body, { status, headers })
  })
}

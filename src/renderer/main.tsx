import { createRoot } from 'react-dom/client'
import { createClient } from '../shared/client'
import { App } from './app/App'
import { createCommands } from './app/commands'
import { browserSteps, createRouter } from './app/route'
import { connect } from './bridge'
import { createStore } from './store/store'
import './styles/index.css'

const client = createClient(await connect())
const store = createStore(client)
const root = document.getElementById('root')
if (root === null) throw new Error('The page has no root.')
createRoot(root).render(
  <App parts={{ client, store, router: createRouter(browserSteps()), commands: createCommands() }} />
)
await store.start()

import { type KeyLine, keyLines } from '../app/keys'
import { Dialog } from '../components/Dialog'
import { Kbd } from '../components/Kbd'
import './key-list.css'

/** The groups of each column. */
const columns: readonly (readonly KeyLine['group'][])[] = [['Anywhere'], ['Map'], ['Table', 'Plan']]

/** Keys pressed together stand in one cap; keys that are told apart stand in several. */
function Caps({ keys }: { keys: readonly string[] }) {
  const together = keys[0] === 'Mod' || keys[0] === 'Shift'
  return together ? <Kbd keys={keys} /> : keys.map((key) => <Kbd key={key} keys={[key]} />)
}

function KeyGroup({ group }: { group: KeyLine['group'] }) {
  return (
    <section aria-label={group}>
      <h3 className="tiny strong text-3">{group}</h3>
      <dl>
        {keyLines
          .filter((line) => line.group === group)
          .map((line) => (
            <div key={line.keys.join(' ')} className="key-line">
              <dt>
                <Caps keys={line.keys} />
              </dt>
              <dd className="small">{line.does}</dd>
            </div>
          ))}
      </dl>
    </section>
  )
}

/** The list of all keys. */
export function KeyList({ onClose }: { onClose: () => void }) {
  return (
    <Dialog title="Keys" says="No key removes anything." width={860} onClose={onClose}>
      <div className="key-groups">
        {columns.map((groups) => (
          <div key={groups.join(' ')} className="key-column">
            {groups.map((group) => (
              <KeyGroup key={group} group={group} />
            ))}
          </div>
        ))}
      </div>
    </Dialog>
  )
}

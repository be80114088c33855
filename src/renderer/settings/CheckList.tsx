import { useEffect, useState } from 'react'
import type { Check } from '../../shared/model'
import { useClient } from '../app/context'
import { Icon } from '../components/Icon'
import { faultWords } from '../folders/use-folder'

function CheckRow({ check }: { check: Check }) {
  const { ok, name, said, means, next } = check
  return (
    <li className={ok ? 'tool-row' : 'tool-row tool-row-failed'}>
      <span className={ok ? 'text-2' : 'amber-text'}>
        <Icon name={ok ? 'check' : 'warning'} label={ok ? 'There' : 'Missing'} />
      </span>
      <div className="tool-words">
        <div className="row">
          <span className="medium whole">{name}</span>
          <span className={ok ? 'small text-3 cut' : 'quoted cut'} title={said}>
            {said}
          </span>
        </div>
        {means !== '' && <p className="small text-2">{means}</p>}
        {next !== null && <p className="small text-2">{next}</p>}
      </div>
    </li>
  )
}

/** What there is on this machine to work with, asked when it is shown: the same that `clearhold doctor` says. */
export function CheckList() {
  const client = useClient()
  const [checks, setChecks] = useState<readonly Check[] | null>(null)
  const [fault, setFault] = useState<string | null>(null)
  useEffect(() => {
    let over = false
    client.call('app.doctor', {}).then(
      (answer) => !over && setChecks(answer.checks),
      (error: unknown) => !over && setFault(faultWords(error))
    )
    return () => {
      over = true
    }
  }, [client])
  if (checks === null)
    return (
      <p className="settings-line text-2" role={fault === null ? undefined : 'alert'}>
        {fault ?? 'Asking each program for its version…'}
      </p>
    )
  return (
    <ul aria-label="On this machine">
      {checks.map((check) => (
        <CheckRow key={check.id} check={check} />
      ))}
    </ul>
  )
}

import { useEffect, useState } from 'react'
import { useClient } from '../app/context'
import { Button } from '../components/Button'
import { Card } from '../components/Card'
import { Dialog } from '../components/Dialog'
import { faultWords } from '../folders/use-folder'
import { usePage } from '../store/store'

const hostWords = { desktop: 'Desktop app', browser: 'In a browser', cli: 'Terminal' } as const

/** Which Clearhold this is, and what to hand on when it misbehaves. */
export function AboutCard() {
  const { host } = useClient()
  const info = usePage((state) => state.info)
  const [reading, setReading] = useState(false)
  return (
    <Card title="About">
      <div className="setting">
        <div className="setting-words">
          <div className="medium">Clearhold {info?.version}</div>
          <div className="small text-3">
            {hostWords[host]}
            {info !== null && `, ${info.platform}`}
            {info?.demo && ', on a sample world'}
          </div>
        </div>
        <Button small popup="dialog" onClick={() => setReading(true)}>
          Show diagnostics
        </Button>
      </div>
      {reading && <Diagnostics onClose={() => setReading(false)} />}
    </Card>
  )
}

function CopyAll({ text }: { text: string }) {
  const [said, setSaid] = useState('')
  const copy = () =>
    navigator.clipboard.writeText(text).then(
      () => setSaid('Copied'),
      () => setSaid('The clipboard refused it. Select the text and copy it by hand.')
    )
  return (
    <>
      <Button icon="copy" onClick={() => void copy()}>
        Copy diagnostics
      </Button>
      <span className="small text-2" role="status">
        {said}
      </span>
    </>
  )
}

/** The text to hand on, to be read before it is copied. */
function Diagnostics({ onClose }: { onClose: () => void }) {
  const client = useClient()
  const [text, setText] = useState<string | null>(null)
  const [fault, setFault] = useState<string | null>(null)
  useEffect(() => {
    client.call('app.diagnostics', {}).then(
      (answer) => setText(answer.text),
      (error: unknown) => setFault(faultWords(error))
    )
  }, [client])
  return (
    <Dialog
      title="Diagnostics"
      says="Versions, tools and counts. No names of folders are in it. Nothing is sent anywhere."
      width={640}
      onClose={onClose}
      footer={
        <>
          {text !== null && <CopyAll text={text} />}
          <span className="spacer" />
          <Button onClick={onClose}>Close</Button>
        </>
      }
    >
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: text that scrolls has to be reached by keyboard */}
      <pre className="diagnostics" tabIndex={0}>
        {fault ?? text ?? 'Asking the engine…'}
      </pre>
    </Dialog>
  )
}

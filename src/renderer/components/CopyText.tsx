import { useEffect, useState } from 'react'
import { Button } from './Button'
import './copy-text.css'
import { shortCommand, shortPath } from './words'

/** Puts text on the clipboard and says "Copied" for two seconds. */
export function CopyButton({ text, label }: { text: string; label: string }) {
  const [state, setState] = useState<'rest' | 'copied' | 'refused'>('rest')
  useEffect(() => {
    if (state === 'rest') return
    const timer = setTimeout(() => setState('rest'), 2000)
    return () => clearTimeout(timer)
  }, [state])
  const copy = () =>
    navigator.clipboard.writeText(text).then(
      () => setState('copied'),
      () => setState('refused')
    )
  return (
    <span className="copy-button">
      <Button
        kind="quiet"
        small
        icon={state === 'copied' ? 'check' : 'copy'}
        label={label}
        onClick={() => void copy()}
      />
      <span className="small text-2" role="status">
        {state === 'copied' && 'Copied'}
        {state === 'refused' && 'The clipboard refused it'}
      </span>
    </span>
  )
}

/** A path, shortened in its middle to `most` characters, whole for the copy, the tooltip and the screen reader. */
export function CopyPath({ path, most = 60 }: { path: string; most?: number }) {
  return (
    <span className="copy-path">
      <PathText path={path} most={most} />
      <CopyButton text={path} label="Copy the path" />
    </span>
  )
}

/** A path shortened in its middle; the whole of it in the tooltip and for the screen reader. */
export function PathText({ path, most = 60 }: { path: string; most?: number }) {
  const short = shortPath(path, most)
  if (short === path) return <span className="mono">{path}</span>
  return (
    <span className="mono" title={path}>
      <span aria-hidden="true">{short}</span>
      <span className="spoken">{path}</span>
    </span>
  )
}

/** A command to run in a terminal. It is shown in short, copied whole, and never run. */
export function CommandBlock({ command }: { command: string }) {
  return (
    <span className="command-block" title={command}>
      <code className="cut">{shortCommand(command)}</code>
      <CopyButton text={command} label={`Copy the command ${command}`} />
    </span>
  )
}

import { useEffect, useState } from 'react'
import { amountOf, figure, inPage, spoken } from '../../shared/bytes'
import type { Job, Summary } from '../../shared/model'
import { scanShare, useScan } from '../app/scan'
import { lengthWords } from '../components/age'
import { Button } from '../components/Button'
import { Card } from '../components/Card'
import { PathText } from '../components/CopyText'
import { Floor } from '../components/Figure'
import { Icon } from '../components/Icon'
import { Swatch } from '../components/Marks'
import { useVoice } from '../components/Voice'
import { homePath } from '../components/words'
import { usePage, useUnits } from '../store/store'
import { MapCard } from '../treemap/MapCard'
import { useExplorer } from '../treemap/useExplorer'
import { countWords, phaseCount, phaseIcons, phaseWords, rateWords, type Sample, sampled } from './progress'
import './scanning.css'

/** How fast entries are met, from what the job said in the last two seconds. */
function useRate({ elapsedMs, entries }: Job): string | null {
  const [samples, setSamples] = useState<readonly Sample[]>([])
  useEffect(() => setSamples((before) => sampled(before, { elapsedMs, entries })), [elapsedMs, entries])
  return rateWords(samples)
}

/** Progress by real values only: a bar while the end is known, else only figures that grow. */
function Progress({ job, total }: { job: Job; total: number }) {
  const scan = useScan()
  const units = useUnits()
  const share = scanShare(job)
  const rate = useRate(job)
  const home = usePage((state) => state.info?.home ?? '')
  return (
    <section className="card scan-card" aria-labelledby="scan-title">
      <div className="scan-first">
        <div>
          <h2 id="scan-title" className="medium text-2 scan-title">
            Scanning
          </h2>
          <p className="scan-line">
            <span className="scan-figure figure">
              <Floor />
              {inPage(total, units)}
            </span>
            <span className="text-2">measured, so far</span>
          </p>
        </div>
        <span className="spacer" />
        <Button icon="stop" onClick={scan.stop}>
          Stop
        </Button>
      </div>
      <div
        className="scan-bar"
        role="progressbar"
        aria-label="Scan"
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={share === null ? undefined : Math.floor(share * 100)}
      >
        <span style={{ width: `${(share ?? 0) * 100}%` }} />
      </div>
      <div className="scan-last small text-3 tabular">
        <span className="whole">
          {countWords(job)}
          {job.bytes > 0 && `, ${inPage(job.bytes, units)} read`}
          {rate !== null && `, ${rate}`}
        </span>
        <span className="scan-path cut">
          {job.current !== null && <PathText path={homePath(job.current, home)} most={64} />}
        </span>
        <span className="whole">{lengthWords(job.elapsedMs)}</span>
      </div>
    </section>
  )
}

function Phases({ job }: { job: Job }) {
  return (
    <Card className="phases" title="What it is doing">
      <ul className="phase-list">
        {job.phases.map((phase) => (
          <li key={phase.id} className={`phase phase-${phase.state}`}>
            <Icon name={phaseIcons[phase.state]} size={14} />
            <span className="phase-words small">
              <span className="medium">{phaseWords[phase.id].title}</span>
              <span className="text-3">{phase.detail === '' ? phaseWords[phase.id].says : phase.detail}</span>
            </span>
            <span className="small text-2 whole tabular">{phaseCount(phase)}</span>
          </li>
        ))}
      </ul>
      <p className="phases-note small text-2">
        Plans open when the scan is done, so that no plan rests on half a picture.
      </p>
    </Card>
  )
}

/** Says how far the scan is, at most every five seconds. */
function useSpokenProgress(job: Job | null) {
  const voice = useVoice()
  const units = useUnits()
  useEffect(() => {
    if (job?.state !== 'running' || job.sites === 0) return
    const size = spoken({ atLeastBytes: job.bytes, unreadable: 1 }, units)
    voice.politely(`${job.measured} of ${job.sites} workspaces, ${size}`)
  }, [job, units, voice])
}

/** A scan while it runs: floors, tiles filling in, what it is doing, and a way to stop. */
export function Scanning({ summary }: { summary: Summary }) {
  const job = usePage((state) => state.job) ?? summary.job
  const units = useUnits()
  const explorer = useExplorer(null, 'Everything')
  useSpokenProgress(job)
  if (job === null) return null
  return (
    <>
      <Progress job={job} total={summary.total === null ? 0 : amountOf(summary.total)} />
      <div className="overview-main">
        <MapCard
          explorer={explorer}
          title="What deleting would free"
          aside={summary.total === null ? undefined : `${figure(summary.total, units, summary.estimate)} measured`}
          actions={
            <span className="legend-entry">
              <Swatch form="unmeasured" />
              Not measured yet, size not known
            </span>
          }
          above={<div className="scan-map-gap" />}
          below={<div className="scan-map-gap" />}
          still
        />
        <aside className="overview-rail" aria-label="Steps of the scan" data-region="rail">
          <Phases job={job} />
        </aside>
      </div>
    </>
  )
}

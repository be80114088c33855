import { groupWords, leadingReason } from '../../shared/verdict'
import { ageWords, useNow } from '../components/age'
import { Figure } from '../components/Figure'
import type { Rect } from '../components/place-tip'
import { Tip } from '../components/Tooltip'
import { homePath, plainCounts } from '../components/words'
import { usePage } from '../store/store'
import type { Laid } from './layout'
import { kindWord, notMeasured } from './words'

/** All there is to say of a tile: path, what it frees, verdict with its reason, kind, when it was last used. */
export function TileTip({ tile, at }: { tile: Laid; at: Rect }) {
  const { item } = tile
  const now = useNow(60_000)
  const home = usePage((state) => state.info?.home ?? '')
  const site = usePage((state) => state.sitesById.get(item.site ?? '') ?? null)
  const reason = site === null ? null : leadingReason(site)
  const used = ageWords(site?.lastUsed ?? null, now)
  return (
    <Tip at={at}>
      <div className="tile-tip">
        <p className={item.path === null ? 'strong' : 'mono strong'}>
          {item.path === null ? item.label : homePath(item.path, home)}
        </p>
        <p>
          Frees <Figure bytes={item.bytes} estimate={item.estimate} missing={`an amount ${notMeasured}`} />
        </p>
        <p>
          {groupWords[tile.drawnAs]}
          {reason !== null && `: ${plainCounts(reason.text)}`}
        </p>
        <p className="text-2">
          {kindWord(item.kind)}
          {used !== null && `, last used ${used}`}
        </p>
      </div>
    </Tip>
  )
}

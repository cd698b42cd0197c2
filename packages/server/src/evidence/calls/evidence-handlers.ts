import { MOST_EVIDENCE_DAYS } from '@coldkeep/contract/areas/evidence'
import { Problem } from '@coldkeep/contract/problem'
import { addDays, daysBetween } from '@coldkeep/domain/time/local-date'
import { localDateOf } from '@coldkeep/domain/time/store-calendar'
import { scopeOf, selectStoreInScope } from '../../access/scope'
import { selectCoverages } from '../../analysis/temperature-day-queries'
import type { Handlers } from '../../calls/bind-call'
import { ownerOf } from '../../downloads/download-owner'
import type { Downloads } from '../../downloads/downloads'
import { orderDownload } from '../../downloads/order-download'
import { selectDownloads } from '../../downloads/own-download-queries'
import { presentDownload } from '../../downloads/words/present-download'
import { chosenDays, weekPageInfo } from '../../filters/filter'
import { selectOldestDay } from '../../organisation/edge-days'
import type { EvidenceKey } from '../evidence-key'
import { EVIDENCE } from '../evidence-kind'
import { selectEvidenceDevices } from '../evidence-queries'
import { daysText } from '../time-cells'

const DURATIONS_DAYS = [1, 7, MOST_EVIDENCE_DAYS]
const PAGE = '/DownloadQualityAssuranceData'

/** What calls about packs of evidence need. */
export interface EvidenceCallParts {
  readonly evidenceKey: Pick<EvidenceKey, 'fingerprint' | 'publicPem'>
  readonly downloads: Pick<Downloads, 'wake'>
}

export function evidenceHandlers({
  evidenceKey,
  downloads,
}: EvidenceCallParts): Pick<Handlers, 'evidencePageInfo' | 'orderEvidence' | 'listEvidence'> {
  return {
    evidencePageInfo: async (context) => {
      const { db, user, clock, translate } = context
      return {
        ...(await weekPageInfo(context)),
        // the last day that is over in every store
        defaultDate: addDays(await selectOldestDay(db, scopeOf(user), clock.now()), -1),
        durations: DURATIONS_DAYS.map((value) => ({
          value,
          title: translate('units.days', { count: value }),
        })),
        fingerprint: evidenceKey.fingerprint,
        publicKey: evidenceKey.publicPem,
      }
    },

    orderEvidence: async ({ db, user, body, clock, language, translate }) => {
      const { first, last: requestedLast } = chosenDays(body.start, body.end)
      if (daysBetween(first, requestedLast) >= MOST_EVIDENCE_DAYS)
        throw new Problem('period.too_long', { days: MOST_EVIDENCE_DAYS })
      const now = clock.now()
      const scope = scopeOf(user)
      const { storeId, code, name, zone } = await selectStoreInScope(db, scope, body.storeId)
      const today = localDateOf(zone, now)
      const last = requestedLast > today ? today : requestedLast
      if (first > today) throw new Problem('evidence.not_begun', {}, { 'body.start': 'range' })
      const coverages = await selectCoverages(db, [storeId], first, last)
      const insured = coverages.map(({ deviceId }) => deviceId)
      const seen = await selectEvidenceDevices(db, scope, storeId, insured, last)
      if (seen.length === 0) throw new Problem('evidence.not_insured')
      const input = { storeId, first, last, hidden: [...user.equipment.hidden].sort() }
      const days = daysText({ first, last }, { language, translate })
      const order = { kind: EVIDENCE, input, title: `${code} ${name}, ${days}`, language }
      const id = await db.transaction().execute((trx) => orderDownload(trx, user, order, now))
      downloads.wake()
      return { url: `${PAGE}?pack=${id}`, id }
    },

    listEvidence: async ({ db, user, translate }) => {
      const rows = await selectDownloads(db, ownerOf(user), [EVIDENCE])
      return rows.map((row) => presentDownload(row, translate))
    },
  }
}

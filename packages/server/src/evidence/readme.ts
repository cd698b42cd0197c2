import type { PhraseKey } from '@coldkeep/phrases/keys'
import { localInstant } from '../wording/local-instant'
import type { Words } from '../wording/words'
import type { Evidence } from './evidence'
import { daysText } from './time-cells'

type ReadmeKey = Extract<
  PhraseKey,
  `evidence.readme.${string}` | `corrections.pack.${'file' | 'historyFile'}`
>

/** What is typed to verify a pack, in a copy of the product. */
export const VERIFY_COMMAND = 'npm run evidence-verify --'

/** The contents of a pack, for the person who unpacks it; lines end as Windows wants them. */
export function readmeText(
  evidence: Evidence,
  { packName, fingerprint }: { readonly packName: string; readonly fingerprint: string },
  words: Words,
): string {
  const { translate } = words
  const { store, madeAt, madeBy } = evidence
  const line = (path: string, key: Exclude<ReadmeKey, 'evidence.readme.fingerprint'>) =>
    `  ${path.padEnd(22)} ${translate(key)}`
  const field = (key: 'store' | 'address' | 'zone' | 'madeAt' | 'madeBy' | 'period', value: string) =>
    `${translate(`evidence.${key}`)}: ${value}`
  return [
    translate('evidence.readme.intro'),
    '',
    field('store', `${store.code} ${store.name}`),
    field('address', store.address),
    field('period', daysText(evidence, words)),
    field('zone', store.zone),
    field('madeAt', localInstant(store.zone, madeAt)),
    field('madeBy', madeBy),
    '',
    line('evidence.pdf', 'evidence.readme.pdf'),
    line('detail.csv', 'evidence.readme.detail'),
    line('excursions.csv', 'evidence.readme.excursions'),
    line('gaps.csv', 'evidence.readme.gaps'),
    line('defrosts.csv', 'evidence.readme.defrosts'),
    line('samples/device-*.csv', 'evidence.readme.samples'),
    line('alarms.csv', 'evidence.readme.alarms'),
    line('alarm-history.csv', 'evidence.readme.alarmHistory'),
    line('corrections.csv', 'corrections.pack.file'),
    line('correction-history.csv', 'corrections.pack.historyFile'),
    line('calibrations.csv', 'evidence.readme.calibrations'),
    line('manifest.json', 'evidence.readme.manifest'),
    line('manifest.sig', 'evidence.readme.signature'),
    line('public-key.pem', 'evidence.readme.key'),
    '',
    translate('evidence.readme.times'),
    '',
    translate('evidence.readme.verify'),
    `  ${VERIFY_COMMAND} ${packName}`,
    translate('evidence.readme.fingerprint', { fingerprint }),
    '',
  ].join('\r\n')
}

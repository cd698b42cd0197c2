import {
  compareModelVersions,
  listModelVersions,
  returnToModelVersion,
} from '@coldkeep/contract/areas/model-versions'
import { listPointDefinitions } from '@coldkeep/contract/areas/point-definitions'
import { listPollCommands } from '@coldkeep/contract/areas/poll-commands'
import { listWriteCommands } from '@coldkeep/contract/areas/write-commands'
import type { Answer } from '@coldkeep/contract/call'
import type { Translate } from '@coldkeep/phrases/keys'
import { useMemo, useState } from 'react'
import { serviceText } from '../../api/call-problem'
import { useCall } from '../../api/use-call'
import { ConfirmAndSend } from '../../archetypes/ConfirmAndSend'
import { Button } from '../../kit/Button'
import { StateView } from '../../kit/StateView'
import type { Column } from '../../kit/table/column'
import { DataTable } from '../../kit/table/DataTable'
import { initialView } from '../../kit/table/table-view'
import { useText } from '../../kit/text'
import frame from '../../parts/page.module.css'
import { tableRows } from '../../parts/table-rows'
import { mayCall, useSession } from '../../site/session'
import { ChangeTable } from './ChangeTable'
import { FindingTable } from './FindingTable'
import { PublishButton } from './PublishButton'
import { useModel } from './use-model'
import { WaitingPublication } from './WaitingPublication'

type Versions = Answer<typeof listModelVersions>
type Version = Versions['versions'][number]

/** What was published of a model, what its draft changes, and what is wrong with it. */
export function VersionPanel() {
  const t = useText()
  const { brand, model } = useModel()
  if (brand === undefined || model === undefined)
    return <StateView icon="search" title={t('instructions.chooseModel')} />
  return <ModelVersions key={`${brand} ${model}`} brand={brand} model={model} />
}

function ModelVersions({ brand, model }: { brand: string; model: string }) {
  const t = useText()
  const named = useMemo(() => ({ brand, model }), [brand, model])
  const answer = useCall(listModelVersions, { query: named })
  const [view, setView] = useState(() => initialView())
  const [isConfirming, setConfirming] = useState(false)
  const maySend = mayCall(returnToModelVersion, useSession())
  const columns = useMemo(() => columnsOf(t), [t])
  const data = answer.data
  const chosen = data?.versions.find((row) => keyOf(row) === view.row) ?? null
  // the newest version is the first row as the table comes
  const showNewest = () => setView(initialView(view.pageSize))
  return (
    <div className={frame.stack}>
      {data && (data.source !== '' || data.note !== '') && (
        <p className={frame.note}>{[data.source, data.note].filter((text) => text !== '').join(' ')}</p>
      )}
      {data?.waiting && <WaitingPublication named={named} waiting={data.waiting} />}
      {data?.hasReviewedWrites === false && data.waiting === null && (
        <p className={frame.note}>{t('instructions.waiting.unreviewed')}</p>
      )}
      <DataTable
        title={t('instructions.versions')}
        tableKey="model-versions"
        columns={columns}
        rows={{ ...tableRows(answer, data?.versions), failure: serviceText(answer.error) }}
        rowKey={keyOf}
        view={{ current: view, onChange: setView }}
        selection={{ of: 'one' }}
        empty={{ title: t('instructions.draft') }}
        tools={
          chosen !== null &&
          maySend &&
          data?.canEdit === true && (
            <Button size="small" disabledReason={lackingWords(chosen, t)} onClick={() => setConfirming(true)}>
              {t('instructions.returnTo')}
            </Button>
          )
        }
      >
        {data && <PublishButton named={named} versions={data} onPublished={showNewest} />}
      </DataTable>
      {data && chosen === null && (
        <>
          <ChangeTable title={t('instructions.changesOf')} changes={data.changes} />
          <FindingTable findings={data.findings} />
        </>
      )}
      {chosen !== null && chosen.lacks.length > 0 && <p className={frame.note}>{lackingWords(chosen, t)}</p>}
      {chosen !== null && <VersionChanges named={named} version={chosen.version} />}
      {chosen !== null && (
        <ConfirmAndSend
          opened={isConfirming}
          title={t('instructions.returnAsk', { version: chosen.version })}
          action={t('instructions.returnTo')}
          destructive
          call={returnToModelVersion}
          input={{ body: { ...named, version: chosen.version } }}
          invalidates={[listModelVersions, listPollCommands, listPointDefinitions, listWriteCommands]}
          success={t('instructions.returned', { version: chosen.version })}
          onClose={() => setConfirming(false)}
        >
          {t('instructions.returnWhy')}
        </ConfirmAndSend>
      )}
    </div>
  )
}

const keyOf = ({ version }: Version) => String(version)

/** Which scripts use commands that the version does not have; `null`: none. */
function lackingWords({ lacks }: Version, t: Translate): string | null {
  if (lacks.length === 0) return null
  const commands = lacks.map(({ command, scripts }) => `${command} (${scripts.join(', ')})`).join('; ')
  return t('instructions.lacks', { commands })
}

function VersionChanges({ named, version }: { named: { brand: string; model: string }; version: number }) {
  const t = useText()
  const changes = useCall(
    compareModelVersions,
    version === 1 ? null : { query: { ...named, from: version - 1, to: version } },
  )
  if (version === 1) return null
  return (
    <ChangeTable title={t('instructions.changesIn', { version })} changes={changes.data?.changes ?? []} />
  )
}

function columnsOf(t: Translate): readonly Column<Version>[] {
  return [
    {
      key: 'version',
      title: t('instructions.versionTitle'),
      kind: 'text',
      value: ({ version }) => t('instructions.version', { version }),
    },
    { key: 'note', title: t('instructions.note'), kind: 'text', value: (row) => row.note, wraps: 'words' },
    { key: 'by', title: t('instructions.publishedBy'), kind: 'text', value: (row) => row.publishedBy },
    { key: 'at', title: t('instructions.publishedAt'), kind: 'time', value: (row) => row.publishedAt },
  ]
}

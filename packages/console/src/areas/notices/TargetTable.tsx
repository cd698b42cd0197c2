import {
  addNoticeTargets,
  changeNoticeTargets,
  listNoticeSteps,
  listNoticeTargets,
  type NoticeTarget,
  type NoticeTargetDraft,
  removeNoticeTarget,
} from '@coldkeep/contract/areas/notices'
import type { Translate } from '@coldkeep/phrases/keys'
import { useMemo, useState } from 'react'
import { rowCall } from '../../archetypes/editor/row-call'
import { TableEditor } from '../../archetypes/editor/TableEditor'
import { Button } from '../../kit/Button'
import type { Column } from '../../kit/table/column'
import { TableSearch } from '../../kit/table/TableSearch'
import { useLanguage, useText } from '../../kit/text'
import { targetColumns } from '../../parts/target-columns'
import { mayCall, useSession } from '../../site/session'
import { LinkDialog } from './LinkDialog'
import { SecretDialog } from './SecretDialog'
import { TestDialog } from './TestDialog'
import {
  blankTarget,
  channelText,
  checkTarget,
  type NoticeOptions,
  recipientText,
  targetFields,
} from './target-form'

type Dialog = { readonly act: 'test' | 'secret' | 'link'; readonly target: NoticeTarget }

const rowsOf = ({ targets }: { readonly targets: readonly NoticeTarget[] }) => targets
const create = rowCall(addNoticeTargets, (targets: readonly NoticeTargetDraft[]) => ({
  body: { targets: [...targets] },
}))
const update = rowCall(changeNoticeTargets, ({ id, revision }: NoticeTarget, draft: NoticeTargetDraft) => ({
  body: { targets: [{ ...draft, id, revision }] },
}))
const remove = rowCall(removeNoticeTarget, ({ id, revision }: NoticeTarget) => ({ query: { id, revision } }))

/** The targets: who, how, of what, from which priority on, and when not. */
export function TargetTable({ options }: { options: NoticeOptions }) {
  const t = useText()
  const language = useLanguage()
  const session = useSession()
  const [selected, setSelected] = useState<NoticeTarget | null>(null)
  const [dialog, setDialog] = useState<Dialog | null>(null)
  const columns = useMemo(() => columnsOf(options), [options])
  const fields = useMemo(() => (words: Translate) => targetFields(options, words), [options])
  const blank = useMemo(() => blankTarget(options, language), [options, language])
  const mayChange = mayCall(changeNoticeTargets, session)
  return (
    <>
      <TableEditor<typeof listNoticeTargets, NoticeTargetDraft, NoticeTarget>
        title={t('notices.targets')}
        tableKey="notice-targets"
        list={{ call: listNoticeTargets, rowsOf }}
        rowKey={({ id }) => String(id)}
        writes={{
          create,
          update,
          remove,
          consequence: () => t('notices.targetGoes'),
          alsoChanges: [listNoticeSteps],
        }}
        columns={columns}
        form={{ fields, blank, check: checkTarget }}
        emptyTitle={t('notices.none')}
        selection={{ onChange: setSelected }}
        tools={
          <>
            {mayChange && selected && (
              <>
                {selected.channel === 'webhook' && (
                  <Button size="small" onClick={() => setDialog({ act: 'secret', target: selected })}>
                    {t('notices.secret')}
                  </Button>
                )}
                {selected.channel === 'line' && (
                  <Button size="small" onClick={() => setDialog({ act: 'link', target: selected })}>
                    {t('notices.link.open')}
                  </Button>
                )}
                <Button
                  size="small"
                  aria-label={t('notices.testTarget', { target: selected.name })}
                  onClick={() => setDialog({ act: 'test', target: selected })}
                >
                  {t('notices.test')}
                </Button>
              </>
            )}
            <TableSearch />
          </>
        }
      />
      {dialog?.act === 'test' && <TestDialog target={dialog.target} onClose={() => setDialog(null)} />}
      {dialog?.act === 'link' && <LinkDialog target={dialog.target} onClose={() => setDialog(null)} />}
      {dialog?.act === 'secret' && <SecretDialog target={dialog.target} onClose={() => setDialog(null)} />}
    </>
  )
}

function columnsOf(options: NoticeOptions) {
  const { departments } = options
  const nameOf = new Map(departments.map(({ id, name }) => [id, name]))
  return (t: Translate): readonly Column<NoticeTarget>[] => [
    { key: 'name', title: t('notices.name'), kind: 'text', value: (row) => row.name },
    {
      key: 'channel',
      title: t('notices.channelTitle'),
      kind: 'status',
      value: (row) => channelText(options, row.channel, t),
    },
    {
      key: 'recipient',
      title: t('notices.recipient'),
      kind: 'text',
      value: (row) => recipientText(row, t),
    },
    {
      key: 'departments',
      title: t('notices.departments'),
      kind: 'text',
      value: (row) => row.departments.map((id) => nameOf.get(id) ?? id).join(', '),
    },
    ...targetColumns(t),
    {
      key: 'state',
      title: t('notices.stateTitle'),
      kind: 'status',
      value: ({ isEnabled, switchedOff }) =>
        switchedOff !== null
          ? t('notices.switchedOff', { reason: switchedOff })
          : t(isEnabled ? 'notices.on' : 'notices.off'),
    },
  ]
}

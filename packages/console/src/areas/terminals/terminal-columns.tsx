import { formatInstant, NO_VALUE } from '@coldkeep/phrases/format'
import type { Translate } from '@coldkeep/phrases/keys'
import { useMemo } from 'react'
import { StatusTag } from '../../kit/StatusTag'
import type { Column } from '../../kit/table/column'
import { useText } from '../../kit/text'
import { BehindTag } from './BehindTag'
import {
  behindText,
  claimText,
  programText,
  stateStatus,
  storeText,
  type TerminalEntry,
  terminalPath,
} from './terminal-words'

/** @param hasBoxes systems of boxes are updated too: each is shown */
export function useTerminalColumns(hasBoxes: boolean): readonly Column<TerminalEntry>[] {
  const t = useText()
  return useMemo(
    (): Column<TerminalEntry>[] => [
      {
        key: 'id',
        title: t('terminals.id'),
        kind: 'text',
        value: (terminal) => terminal.id,
        href: (terminal) => terminalPath(terminal.id),
      },
      {
        key: 'state',
        title: t('terminals.stateTitle'),
        kind: 'status',
        value: (terminal) => t(`terminals.state.${terminal.state}`),
        cell: (terminal) => (
          <StatusTag status={stateStatus[terminal.state]} word={t(`terminals.state.${terminal.state}`)} />
        ),
      },
      { key: 'store', title: t('terminals.store'), kind: 'text', value: storeText },
      {
        key: 'lastContact',
        title: t('terminals.lastContact'),
        kind: 'time',
        value: (terminal) => terminal.lastMessageAt,
        cell: (terminal) => formatInstant(terminal.lastMessageAt, terminal.store.zone),
      },
      {
        key: 'backlog',
        title: t('terminals.backlog'),
        kind: 'number',
        value: (terminal) => terminal.backlog,
      },
      { key: 'program', title: t('terminals.versions.program'), kind: 'text', value: programText },
      {
        key: 'behind',
        title: t('terminals.versions.behindTitle'),
        kind: 'status',
        value: ({ firmware }) => behindText(firmware, t),
        cell: ({ firmware }) => <BehindTag runs={firmware} />,
      },
      ...(hasBoxes ? [boxColumn(t)] : []),
      {
        key: 'revision',
        title: t('terminals.revision'),
        kind: 'number',
        value: (terminal) => terminal.revision,
      },
      {
        key: 'claim',
        title: t('terminals.claim'),
        kind: 'status',
        value: (terminal) => claimText(terminal, t),
      },
    ],
    [t, hasBoxes],
  )
}

function boxColumn(t: Translate): Column<TerminalEntry> {
  return {
    key: 'box',
    title: t('terminals.versions.box'),
    kind: 'text',
    value: ({ box }) => box?.version ?? null,
    cell: ({ box }) => (
      <>
        {box?.version ?? NO_VALUE} <BehindTag runs={box} />
      </>
    ),
  }
}

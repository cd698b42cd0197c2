import { formatInstant, NO_VALUE } from '@coldkeep/phrases/format'
import type { Translate } from '@coldkeep/phrases/keys'
import { useMemo } from 'react'
import { StatusTag } from '../../kit/StatusTag'
import type { Column } from '../../kit/table/column'
import { useText } from '../../kit/text'
import { BehindTag } from './BehindTag'
import { storeText } from './store-text'
import {
  behindText,
  claimText,
  programText,
  type Runs,
  stateStatus,
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
      {
        key: 'program',
        title: t('terminals.versions.program'),
        kind: 'text',
        value: (terminal) => versionText(programText(terminal), terminal.firmware, t),
        cell: (terminal) => <Version version={programText(terminal)} runs={terminal.firmware} />,
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
    value: ({ box }) => versionText(box?.version ?? null, box, t),
    cell: ({ box }) => <Version version={box?.version ?? null} runs={box} />,
  }
}

function Version({ version, runs }: { version: string | null; runs: Runs | null }) {
  return (
    <>
      {version ?? NO_VALUE} <BehindTag runs={runs} />
    </>
  )
}

/** As the cell shows it; `null` where there is none. */
function versionText(version: string | null, runs: Runs | null, t: Translate): string | null {
  const behind = behindText(runs, t)
  return version === null || behind === null ? version : `${version} (${behind})`
}

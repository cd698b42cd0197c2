import type { Translate } from '@coldkeep/phrases/keys'
import { useMemo } from 'react'
import { Button } from '../../kit/Button'
import type { Column } from '../../kit/table/column'
import { DataTable } from '../../kit/table/DataTable'
import { useText } from '../../kit/text'
import type { FileDetail } from './file-draft'

type Version = FileDetail['versions'][number]

export interface VersionTableProps {
  readonly detail: FileDetail
  readonly onCompare: (version: number) => void
}

/** Who saved a file when, and why; each version can be compared with what is in the editor. */
export function VersionTable({ detail: { versions }, onCompare }: VersionTableProps) {
  const t = useText()
  const columns = useMemo(() => columnsOf(t), [t])
  return (
    <DataTable
      title={t('parameters.versions.title')}
      tableKey="parameter-versions"
      columns={columns}
      rows={versions}
      rowKey={({ version }) => String(version)}
      pageSize={10}
      empty={{ title: t('parameters.versions.none') }}
      rowActions={({ version }) => (
        <Button
          size="small"
          variant="quiet"
          aria-label={t('parameters.versions.compareOf', { version })}
          onClick={() => onCompare(version)}
        >
          {t('parameters.versions.compare')}
        </Button>
      )}
    />
  )
}

function columnsOf(t: Translate): readonly Column<Version>[] {
  return [
    {
      key: 'version',
      title: t('parameters.files.version'),
      kind: 'text',
      value: ({ version }) => t('parameters.files.versionNo', { version }),
    },
    {
      key: 'note',
      title: t('parameters.versions.note'),
      kind: 'text',
      value: ({ note, version }) => note || (version === 1 ? t('parameters.versions.first') : ''),
      wraps: 'words',
    },
    { key: 'by', title: t('parameters.files.savedBy'), kind: 'text', value: ({ savedBy }) => savedBy },
    { key: 'at', title: t('parameters.files.savedAt'), kind: 'time', value: ({ savedAt }) => savedAt },
  ]
}

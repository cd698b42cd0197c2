import type { deviceExample, pageExample } from '@coldkeep/contract/areas/categories'
import type { listDevicePermissions, listPagePermissions } from '@coldkeep/contract/areas/rights'
import { Suspense, useState } from 'react'
import { Button } from '../../kit/Button'
import { Modal } from '../../kit/dialog/Modal'
import { lazily } from '../../kit/lazily'
import { useText } from '../../kit/text'

const PageCategories = lazily(() => import('./Categories'), 'PageCategories')
const DeviceCategories = lazily(() => import('./Categories'), 'DeviceCategories')
const JsonDialog = lazily(() => import('./JsonDialog'), 'JsonDialog')
const TidyDialog = lazily(() => import('./TidyDialog'), 'TidyDialog')

const FIRST_PAGE = { query: { search: '', type: null, sort: 'account', page: 1, pageSize: 200 } }

export interface PermissionToolsProps {
  readonly table: 'webpage' | 'device'
  readonly list: typeof listPagePermissions | typeof listDevicePermissions
  readonly example: typeof pageExample | typeof deviceExample
}

/** What else can be done with a table of permissions. */
export function PermissionTools({ table, list, example }: PermissionToolsProps) {
  const t = useText()
  const [open, setOpen] = useState<'current' | 'categories' | 'tidy' | 'example' | null>(null)
  const close = () => setOpen(null)
  return (
    <>
      <Button size="small" onClick={() => setOpen('current')}>
        {t('rights.current')}
      </Button>
      <Button size="small" onClick={() => setOpen('categories')}>
        {t('rights.categories.edit')}
      </Button>
      <Button size="small" onClick={() => setOpen('tidy')}>
        {t('rights.tidy.do')}
      </Button>
      <Button size="small" onClick={() => setOpen('example')}>
        {t('rights.example')}
      </Button>
      <Suspense>
        {open === 'current' && (
          <JsonDialog title={t('rights.current')} call={list} input={FIRST_PAGE} onClose={close} />
        )}
        {open === 'example' && <JsonDialog title={t('rights.example')} call={example} onClose={close} />}
        {open === 'tidy' && <TidyDialog table={table} list={list} onClose={close} />}
        {open === 'categories' && (
          <Modal opened title={t('rights.categories.edit')} widthPx={1200} onClose={close}>
            {table === 'webpage' ? <PageCategories /> : <DeviceCategories />}
          </Modal>
        )}
      </Suspense>
    </>
  )
}

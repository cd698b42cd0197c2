import { type PageTab, TabbedPage } from '../../archetypes/TabbedPage'
import { useText } from '../../kit/text'
import { DepartmentUpdate } from './DepartmentUpdate'
import { StoreImport } from './StoreImport'

const tabs: readonly [PageTab, ...PageTab[]] = [
  { key: 'departments', label: (t) => t('organisation.setting.departments'), panel: DepartmentUpdate },
  { key: 'stores', label: (t) => t('organisation.setting.stores'), panel: StoreImport },
]

/** Departments below the own one and the stores in them, to be changed by files. */
export function OrganisationPage() {
  const t = useText()
  return <TabbedPage label={t('shell.pages.organisationSetting')} tabs={tabs} />
}

import { searchStores } from '@coldkeep/contract/areas/organisation'
import { useCall } from '../../api/use-call'
import { Button } from '../../kit/Button'
import { SelectField } from '../../kit/field/SelectField'
import { Link } from '../../kit/Link'
import { useText } from '../../kit/text'
import { PlaceFilter, usePlace } from '../../parts/PlaceFilter'
import frame from '../../parts/page.module.css'
import { useAddress } from '../../parts/use-address'
import { useChoiceSearch } from '../../parts/use-choice-search'
import { paths } from '../../site/paths'
import styles from './help-desk.module.css'

/** The store to help: by its department, or at once by its number or name. */
export function ChooseStore({ onDone }: { readonly onDone: () => void }) {
  const t = useText()
  const [, changeAddress] = useAddress()
  const { storeId } = usePlace()
  const { search, onSearchIn } = useChoiceSearch()
  const found = useCall(searchStores, { query: { search } }, { keepsPrevious: true, quiet: true })
  const choices = (found.data ?? []).map((store) => ({
    value: String(store.id),
    label: `${store.code} ${store.name}`,
  }))
  return (
    <>
      <PlaceFilter className={styles.place}>
        <SelectField
          label={t('helpDesk.quick')}
          placeholder={t('helpDesk.quickHint')}
          searchable
          value={null}
          choices={choices}
          onSearch={onSearchIn(choices)}
          onChange={(next) => changeAddress({ dep: undefined, store: next ?? undefined })}
        />
      </PlaceFilter>
      <div className={frame.buttons}>
        <Button
          variant="primary"
          disabledReason={storeId === null ? t('helpDesk.chooseStoreFirst') : null}
          onClick={onDone}
        >
          {t('helpDesk.ok')}
        </Button>
        <Link href={paths.organisationSetting}>{t('helpDesk.organisation')}</Link>
        <Link href={paths.equipment}>{t('helpDesk.search')}</Link>
      </div>
    </>
  )
}

import { searchStores } from '@coldkeep/contract/areas/organisation'
import { useState } from 'react'
import { useCall } from '../../api/use-call'
import { RadioField } from '../../kit/field/RadioField'
import { SelectField } from '../../kit/field/SelectField'
import { TextField } from '../../kit/field/TextField'
import { Link } from '../../kit/Link'
import { useText } from '../../kit/text'
import frame from '../../parts/page.module.css'
import { useAddress } from '../../parts/use-address'
import { useChoiceSearch } from '../../parts/use-choice-search'
import { pagePaths } from '../../site/paths'
import { useStoreField } from './InformationStep'
import type { SetupStepProps } from './setup-step'

/** Which store it is: a new one, or one that is there. */
export function StoreStep(props: SetupStepProps) {
  const { storeId } = props
  const t = useText()
  const [isKnown, setKnown] = useState(false)
  const { text } = useStoreField(props)
  return (
    <div className={frame.stack}>
      {storeId === null ? (
        <RadioField
          label={t('storeSettings.which')}
          value={isKnown ? 'known' : 'new'}
          onChange={(value) => setKnown(value === 'known')}
          choices={[
            { value: 'new', label: t('storeSettings.isNew') },
            { value: 'known', label: t('storeSettings.isKnown') },
          ]}
        />
      ) : (
        <p>
          <Link href={pagePaths.storeSettings}>{t('storeSettings.isNew')}</Link>
        </p>
      )}
      {isKnown ? (
        <FindStore />
      ) : (
        <div className={frame.choices}>
          <TextField
            label={t('organisation.stores.code')}
            disabled={storeId !== null}
            help={storeId === null ? undefined : t('storeSettings.codeFixed')}
            {...text('code')}
          />
          <TextField label={t('organisation.stores.name')} {...text('name')} />
        </div>
      )}
    </div>
  )
}

function FindStore() {
  const t = useText()
  const [, changeAddress] = useAddress()
  const { search, onSearchIn } = useChoiceSearch()
  const found = useCall(searchStores, search === '' ? null : { query: { search } }, {
    keepsPrevious: true,
  })
  const choices = (found.data ?? []).map(({ id, code, name }) => ({
    value: String(id),
    label: `${code} ${name}`,
  }))
  return (
    <SelectField
      label={t('storeSettings.find')}
      help={t('storeSettings.findHelp')}
      value={null}
      choices={choices}
      onSearch={onSearchIn(choices)}
      loading={found.isLoading}
      onChange={(id) => id !== null && changeAddress({ storeid: id, step: undefined })}
    />
  )
}

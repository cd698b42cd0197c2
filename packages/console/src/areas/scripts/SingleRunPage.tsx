import { getDeployment, listRunRows, startDeployment } from '@coldkeep/contract/areas/deployments'
import { searchStores } from '@coldkeep/contract/areas/organisation'
import type { JobId } from '@coldkeep/domain/ids'
import { useCall, useSend } from '../../api/use-call'
import { StepColumn, StepColumns } from '../../archetypes/steps/StepColumns'
import { Button } from '../../kit/Button'
import { SelectField } from '../../kit/field/SelectField'
import { LoadFailure } from '../../kit/LoadFailure'
import { StateView } from '../../kit/StateView'
import { useText } from '../../kit/text'
import frame from '../../parts/page.module.css'
import { useAddress } from '../../parts/use-address'
import { useChoiceSearch } from '../../parts/use-choice-search'
import { PageHead } from '../../site/PageHead'
import { DeploymentStatus } from './DeploymentStatus'
import { RunRows } from './RunRows'
import { useScript } from './use-script'

/** Runs a script file once at one store, besides what it polls, and shows what came back. */
export function SingleRunPage() {
  const t = useText()
  const [{ run, number = '' }, changeAddress] = useAddress()
  const source = useScript()
  const { retry, folder, script, chooseFolder } = source
  const { search, onSearchIn } = useChoiceSearch()
  const found = useStores(search)
  const store = useStores(number).find(({ code }) => code === number) ?? null
  const offered = store === null || found.some(({ id }) => id === store.id) ? found : [...found, store]
  const choices = offered.map(({ id, code, name }) => ({ value: String(id), label: `${code} ${name}` }))
  const starting = useSend(startDeployment, {
    invalidates: [getDeployment, listRunRows],
    onDone: ({ id }) => changeAddress({ run: String(id) }),
  })
  const missing =
    folder === null
      ? t('scripts.chooseFolder')
      : script === null
        ? t('scripts.chooseFile')
        : store === null
          ? t('scripts.chooseStore')
          : null
  const clear = () => {
    chooseFolder(null)
    changeAddress({ run: undefined, number: undefined })
  }
  const start = () => {
    if (script === null || store === null) return
    const chosen = { mode: 'once' as const, scriptFile: script.id, storeIds: [store.id] }
    starting.mutate({ body: { ...chosen, note: '', addsDevices: false, devices: [] } })
  }
  return (
    <div className={frame.page}>
      <PageHead />
      <div className={frame.stack}>
        <StepColumns>
          <ScriptSteps source={source} />
          <StepColumn
            number={3}
            title={t('scripts.storeNumber')}
            foot={
              <>
                <Button onClick={clear}>{t('scripts.clear')}</Button>
                <Button
                  variant="primary"
                  disabledReason={missing}
                  loading={starting.isPending}
                  onClick={start}
                >
                  {t('scripts.startDownload')}
                </Button>
              </>
            }
          >
            <SelectField
              label={t('scripts.storeNumber')}
              hideLabel
              searchable
              placeholder={t('scripts.typeStore')}
              value={store === null ? null : String(store.id)}
              choices={choices}
              onSearch={onSearchIn(choices)}
              onChange={(id) => changeAddress({ number: offered.find((one) => String(one.id) === id)?.code })}
            />
          </StepColumn>
        </StepColumns>
        {retry !== null && <LoadFailure onRetry={retry} />}
        {run === undefined ? (
          <section className={frame.card}>
            <StateView icon="search" title={missing ?? t('scripts.pressStart')} />
          </section>
        ) : (
          <>
            <DeploymentStatus key={run} id={run} />
            <RunRows key={`rows ${run}`} id={Number(run) as JobId} />
          </>
        )}
      </div>
    </div>
  )
}

/** The folder, and the file in it. */
function ScriptSteps({ source }: { readonly source: ReturnType<typeof useScript> }) {
  const t = useText()
  const { isLoading, folders, folder, scripts, script, chooseFolder, chooseScript } = source
  return (
    <>
      <StepColumn number={1} title={t('scripts.folder')}>
        <SelectField
          label={t('scripts.folder')}
          hideLabel
          searchable
          loading={folders.isLoading}
          value={folder === null ? null : String(folder.id)}
          choices={(folders.data ?? []).map(({ id, name }) => ({ value: String(id), label: name }))}
          onChange={(id) => chooseFolder(folders.data?.find((one) => String(one.id) === id)?.id ?? null)}
        />
      </StepColumn>
      <StepColumn number={2} title={t('scripts.file')}>
        <SelectField
          label={t('scripts.file')}
          hideLabel
          searchable
          disabled={folder === null}
          placeholder={folder === null ? t('scripts.chooseFolder') : undefined}
          loading={isLoading}
          value={script === null ? null : String(script.id)}
          choices={(scripts.data ?? []).map(({ id, name }) => ({ value: String(id), label: name }))}
          onChange={(id) => chooseScript(scripts.data?.find((one) => String(one.id) === id)?.id ?? null)}
        />
      </StepColumn>
    </>
  )
}

/** The stores whose number or name contains these words. */
function useStores(words: string) {
  const found = useCall(searchStores, words === '' ? null : { query: { search: words } }, {
    keepsPrevious: true,
  })
  return found.data ?? []
}

import { listScriptCommands } from '@coldkeep/contract/areas/script-commands'
import { useCall } from '../../api/use-call'
import { SelectField } from '../../kit/field/SelectField'
import { LoadFailure } from '../../kit/LoadFailure'
import { Skeleton } from '../../kit/Skeleton'
import { StateView } from '../../kit/StateView'
import { useText } from '../../kit/text'
import frame from '../../parts/page.module.css'
import { useAddress } from '../../parts/use-address'
import { commandText } from './command-text'
import { LimitTable } from './LimitTable'
import { ScriptLimits } from './ScriptLimits'
import { ScriptPicker } from './ScriptPicker'
import { useScript } from './use-script'

/** Of a table that is on its way. */
const HEIGHT_PX = 200

/** When the nodes of a script's commands are in alarm. */
export function ReportSetting() {
  const t = useText()
  const [address, changeAddress] = useAddress()
  const { folder, script, isLoading, retry } = useScript()
  const commands = useCall(listScriptCommands, script && { query: { script: script.id } })
  const isFailed = retry !== null || (commands.isError && commands.data === undefined)
  const command = commands.data?.find(({ id }) => String(id) === address['cmd.row']) ?? null
  return (
    <div className={frame.stack}>
      <div className={frame.choices}>
        <ScriptPicker />
        <SelectField
          label={t('scripts.command')}
          searchable
          disabled={script === null}
          placeholder={script === null ? t('scripts.chooseFile') : undefined}
          loading={isLoading || commands.isLoading}
          value={command === null ? null : String(command.id)}
          choices={(commands.data ?? []).map((row) => ({ value: String(row.id), label: commandText(row) }))}
          clearable
          onChange={(id) => changeAddress({ 'cmd.row': id ?? undefined })}
        />
      </div>
      {isFailed ? (
        <LoadFailure onRetry={retry ?? (() => void commands.refetch())} />
      ) : isLoading || commands.isLoading ? (
        <Skeleton height={HEIGHT_PX} />
      ) : folder === null || script === null ? (
        <StateView icon="search" title={t('scripts.chooseFolderAndFile')} />
      ) : command === null ? (
        <ScriptLimits script={script} commands={commands.data ?? []} />
      ) : (
        <LimitTable key={command.id} folder={folder} script={script} command={command} />
      )}
    </div>
  )
}

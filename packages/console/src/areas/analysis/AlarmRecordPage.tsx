import { alarmRecord, alarmRecordCsv, alarmRecordPageInfo } from '@coldkeep/contract/areas/alarms'
import { useCall } from '../../api/use-call'
import { AnalysisScreen } from '../../archetypes/analysis/AnalysisScreen'
import { csvReader } from '../../archetypes/analysis/csv-reader'
import { useAnalysisResult } from '../../archetypes/analysis/use-analysis-result'
import { useAnalysisScreen } from '../../archetypes/analysis/use-analysis-screen'

/** The alarms of a period: how many of which priority on which day, how they came, and each of them. */
export function AlarmRecordPage() {
  const screen = useAnalysisScreen(['store', 'day', 'days'], useCall(alarmRecordPageInfo, {}).data)
  const result = useAnalysisResult(alarmRecord, screen.query && { query: screen.query })
  return (
    <AnalysisScreen
      screen={screen}
      result={result}
      readCsv={csvReader(alarmRecordCsv, screen.query)}
      tableKey="alarm-record"
      links={{ store: 2, device: 3 }}
    />
  )
}

import type { WarningKind } from '@coldkeep/domain/alarms/early-warning-rules'
import type { DemandStage } from '@coldkeep/domain/analysis/demand-stage'
import type { FigureGroup, FigureValues } from '@coldkeep/domain/analysis/figures'
import type { ConsentRule } from '@coldkeep/domain/screens/consent'
import type { EpochMs } from '@coldkeep/domain/time/instant'
import type { ColumnType, Generated } from 'kysely'

interface SettingColumns {
  scope: 'default' | 'department' | 'store'
  /** 0 for the default. */
  scopeId: number
  departmentId: ColumnType<number | null, never, never>
  revision: Generated<number>
  changedAt: EpochMs
  changedBy: string
}
interface LossRuleTable extends SettingColumns {
  lossPeriodMinutes: number
  lossThresholdMinutes: number
}
interface WarningRuleTable extends SettingColumns {
  kind: WarningKind
  isEnabled: boolean
  x: number
  minutes: number
  intensity: number | null
  windowHours: number
}

interface DemandRuleTable extends SettingColumns {
  isEnabled: boolean
  fromStage: Exclude<DemandStage, 0>
}

interface FigureRuleTable extends SettingColumns {
  figureGroup: FigureGroup
  figures: FigureValues
}

interface ScreenRuleTable extends SettingColumns {
  consentRule: ConsentRule
  idleMinutes: number
  mostMinutes: number
  keptDays: number
}

interface FigureChoiceTable {
  figureChoiceId: Generated<number>
  scope: SettingColumns['scope']
  scopeId: number
  figureGroup: FigureGroup
  figures: FigureValues | null
  changedAt: EpochMs
}

export interface SettingTables {
  demandRule: DemandRuleTable
  figureChoice: FigureChoiceTable
  figureRule: FigureRuleTable
  lossRule: LossRuleTable
  screenRule: ScreenRuleTable
  warningRule: WarningRuleTable
}

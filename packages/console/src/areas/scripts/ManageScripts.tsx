import { MasterDetail } from '../../kit/panes/MasterDetail'
import { Skeleton } from '../../kit/Skeleton'
import { StateView } from '../../kit/StateView'
import { useText } from '../../kit/text'
import { usePane } from '../../parts/use-pane'
import { useInnerPlace } from '../../site/inner-places'
import { CommandTable } from './CommandTable'
import { FolderTable } from './FolderTable'
import { ScriptTable } from './ScriptTable'
import { useScript } from './use-script'

const PANES = ['folders', 'files', 'commands']
/** In the address, what belongs to a script file. */
const OF_FILE = ['file.row', 'cmd.row', 'pane']
/** Of a table that is on its way. */
const HEIGHT_PX = 160
/** The commands have most columns. */
const SHARES = [0.25, 0.25, 0.5]

/** Folders, the script files of one, and the commands of one of these, side by side. */
export function ManageScripts() {
  const t = useText()
  const [pane, setPane] = usePane(PANES)
  const { folder, script, isLoading } = useScript()
  useInnerPlace(folder && { label: folder.name, parameters: ['folder.row', ...OF_FILE], depth: 2 })
  useInnerPlace(script && { label: script.name, parameters: OF_FILE, depth: 3 })
  const choose = (title: string) =>
    isLoading ? <Skeleton height={HEIGHT_PX} /> : <StateView icon="search" title={title} />
  return (
    <MasterDetail
      name="scripts"
      shares={SHARES}
      current={pane}
      onCurrent={setPane}
      panes={[
        {
          key: 'folders',
          title: t('scripts.folders'),
          content: <FolderTable onEnter={() => setPane('files')} />,
        },
        {
          key: 'files',
          title: t('scripts.files'),
          missing: folder === null ? t('scripts.chooseFolder') : null,
          content:
            folder === null ? (
              choose(t('scripts.chooseFolder'))
            ) : (
              <ScriptTable key={folder.id} folder={folder} onEnter={() => setPane('commands')} />
            ),
        },
        {
          key: 'commands',
          title: t('scripts.commands'),
          missing: script === null ? t('scripts.chooseFile') : null,
          content:
            folder === null || script === null ? (
              choose(t('scripts.chooseFile'))
            ) : (
              <CommandTable key={script.id} folder={folder} script={script} />
            ),
        },
      ]}
    />
  )
}

import { MasterDetail } from '../../kit/panes/MasterDetail'
import { StateView } from '../../kit/StateView'
import { useText } from '../../kit/text'
import { usePane } from '../../parts/use-pane'
import { CommandTable } from './CommandTable'
import { FolderTable } from './FolderTable'
import { ScriptTable } from './ScriptTable'
import { useScript } from './use-script'

const PANES = ['folders', 'files', 'commands']
/** The commands have most columns. */
const SHARES = [0.2, 0.27, 0.53]

/** Folders, the script files of one, and the commands of one of these, side by side. */
export function ManageScripts() {
  const t = useText()
  const [pane, setPane] = usePane(PANES)
  const { folder, script } = useScript()
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
          content:
            folder === null ? (
              <StateView icon="search" title={t('scripts.chooseFolder')} />
            ) : (
              <ScriptTable key={folder.id} folder={folder} onEnter={() => setPane('commands')} />
            ),
        },
        {
          key: 'commands',
          title: t('scripts.commands'),
          content:
            script === null ? (
              <StateView icon="search" title={t('scripts.chooseFile')} />
            ) : (
              <CommandTable key={script.id} script={script} />
            ),
        },
      ]}
    />
  )
}

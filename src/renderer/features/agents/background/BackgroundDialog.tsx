import { useText } from '../../../messages/TextProvider.tsx'
import { Dialog } from '../../../ui/panes/Dialog.tsx'
import { type AgentsProps, AgentsProvider } from '../agents-context.ts'
import { BackgroundList } from './BackgroundList.tsx'

type BackgroundDialogProps = AgentsProps & { readonly open: boolean; readonly onClose: () => void }

/** Shows all background work in any project: chats, runs, agents, teammates, programs. */
export function BackgroundDialog({ open, onClose, ...props }: BackgroundDialogProps) {
  const t = useText()
  const leaves = (run: Parameters<AgentsProps['onAgent']>[0]) => {
    onClose()
    props.onAgent(run)
  }
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={t('background.title')}
      hint={t('background.hint')}
      waitsForFocus
    >
      <AgentsProvider value={{ ...props, onAgent: leaves }}>
        <BackgroundList onLeave={onClose} />
      </AgentsProvider>
    </Dialog>
  )
}

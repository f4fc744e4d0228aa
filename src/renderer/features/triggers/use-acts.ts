import type { ProjectId } from '#shared/ids.ts'
import type { TriggerFiring, TriggerListing } from '#shared/trigger/trigger.ts'
import type { Data } from '../../data/data.ts'
import { useText } from '../../messages/TextProvider.tsx'
import type { AppStore } from '../../store/app-store.ts'
import type { ShowToast } from '../../ui/panes/Toast.tsx'

export type TriggersProps = {
  readonly api: Data
  readonly app: AppStore
  readonly toast: ShowToast
  readonly onOpenRun: (firing: TriggerFiring, projectId: ProjectId) => void
}

/** The same for one project. */
export type ProjectProps = TriggersProps & { readonly projectId: ProjectId }

/** The acts on triggers. A failed one is shown as a notice. */
export function useActs({ api, app, toast }: ProjectProps, setOpen: (id: null) => void) {
  const t = useText()
  return {
    enable: ({ trigger }: TriggerListing, enabled: boolean): void =>
      app.attempt(api.command('trigger.enable', { triggerId: trigger.id, enabled })),
    run: ({ trigger }: TriggerListing): void =>
      app.attempt(api.command('trigger.run', { triggerId: trigger.id })),
    remove: ({ trigger }: TriggerListing): void => {
      const { id: triggerId, name } = trigger
      const removed = api.command('trigger.delete', { triggerId }).then(() => {
        setOpen(null)
        const onAct = () => app.attempt(api.command('trigger.restore', { triggerId }))
        toast({
          mark: 'done',
          text: t('triggers.deleted', { name }),
          action: { label: t('triggers.undo'), onAct },
          seconds: 15,
        })
      })
      app.attempt(removed)
    },
    pauseAll: (listings: readonly TriggerListing[]): void => {
      const on = listings.filter(({ trigger }) => trigger.enabled)
      const all = on.map(({ trigger }) =>
        api.command('trigger.enable', { triggerId: trigger.id, enabled: false }),
      )
      app.attempt(Promise.all(all))
    },
  }
}

export type TriggerActs = ReturnType<typeof useActs>

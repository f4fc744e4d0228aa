import { COMMAND_GROUPS } from '#shared/commands/registry.ts'
import { useText } from '../../../../messages/TextProvider.tsx'
import { appCommands } from '../app-command-list.ts'

/** Lists the commands of the app by group, each with its aliases, its arguments and what it does. */
export function HelpView() {
  const t = useText()
  const all = appCommands(t).filter(({ name }) => !name.includes(' '))
  return (
    <div className="flex flex-col gap-3">
      {COMMAND_GROUPS.map((group) => (
        <section key={group} aria-label={t(`commands.group.${group}`)}>
          <h4 className="font-semibold text-fg-3 text-xs">{t(`commands.group.${group}`)}</h4>
          <dl className="grid grid-cols-[minmax(10rem,auto)_1fr] gap-x-4">
            {all
              .filter((command) => command.group === group)
              .map(({ name, hint, aliases, description }) => (
                <div key={name} className="contents">
                  <dt>
                    <span className="font-medium">/{name}</span>{' '}
                    <span className="text-fg-3">
                      {[hint, ...(aliases ?? []).map((alias) => `/${alias}`)].join(' ')}
                    </span>
                  </dt>
                  <dd className="text-fg-2">{description}</dd>
                </div>
              ))}
          </dl>
        </section>
      ))}
      <p className="text-fg-3">{t('commands.help.more')}</p>
    </div>
  )
}

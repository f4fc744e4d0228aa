import { useState } from 'react'
import type { Shells } from '#shared/terminal/shells.ts'
import { useQuery } from '../../../data/use-query.ts'
import { useText } from '../../../messages/TextProvider.tsx'
import { Button } from '../../../ui/controls/Button.tsx'
import { Select } from '../../../ui/controls/Select.tsx'
import { TextInput } from '../../../ui/controls/TextInput.tsx'
import { Failure } from '../../../ui/panes/Failure.tsx'
import { Placeholder } from '../../../ui/panes/Placeholder.tsx'
import { SettingGroup, SettingLine } from '../SectionHead.tsx'
import type { SettingsProps } from '../settings-props.ts'

/** The choice of a shell: one of this computer, or a path that the person gives. */
export function ShellGroup({ api, app }: Pick<SettingsProps, 'api' | 'app'>) {
  const t = useText()
  const { data: shells, problem, reload } = useQuery('terminal.shells', {})
  const choose = (file: string | null) =>
    app.attempt(api.command('terminal.chooseShell', { file }).finally(reload))
  return (
    <SettingGroup label={t('settings.terminal.program')}>
      {shells !== null ? (
        <ShellLines key={shells.chosen} shells={shells} onChoose={choose} />
      ) : problem === null ? (
        <Placeholder rows={1} />
      ) : (
        <Failure message={problem} onRetry={reload} />
      )}
    </SettingGroup>
  )
}

/** Values of the list that are no path. */
const USUAL = 'usual'
const OTHER = 'other'

type ShellLinesProps = { readonly shells: Shells; readonly onChoose: (file: string | null) => void }

function ShellLines({ shells: { chosen, usual, found }, onChoose }: ShellLinesProps) {
  const t = useText()
  const isListed = found.some(({ file }) => file === chosen)
  const [isOther, setOther] = useState(chosen !== null && !isListed)
  const [path, setPath] = useState(chosen ?? '')
  const wanted = path.trim()
  const options = [
    { value: USUAL, label: t('settings.terminal.usual', { name: usual.name }) },
    ...found.map(({ file, name }) => ({ value: file, label: name, hint: file })),
    { value: OTHER, label: t('settings.terminal.other') },
  ]
  return (
    <>
      <SettingLine title={t('settings.terminal.shell')} hint={t('settings.terminal.shellHint')}>
        <Select
          label={t('settings.terminal.shell')}
          value={isOther ? OTHER : (chosen ?? USUAL)}
          groups={[{ title: null, options }]}
          onChange={(value) => {
            setOther(value === OTHER)
            if (value !== OTHER) onChoose(value === USUAL ? null : value)
          }}
          className="w-56"
        />
      </SettingLine>
      {isOther ? (
        <SettingLine title={t('settings.terminal.path')} hint={t('settings.terminal.pathHint')}>
          <form
            className="flex items-center gap-2"
            onSubmit={(event) => {
              event.preventDefault()
              if (wanted !== '' && wanted !== chosen) onChoose(wanted)
            }}
          >
            <TextInput
              aria-label={t('settings.terminal.path')}
              placeholder={usual.file}
              value={path}
              onText={setPath}
              className="w-56"
            />
            <Button type="submit" aria-disabled={wanted === '' || wanted === chosen}>
              {t('settings.terminal.use')}
            </Button>
          </form>
        </SettingLine>
      ) : null}
    </>
  )
}

import { useId, useState } from 'react'
import { useStore } from 'zustand'
import { useText } from '../../../messages/TextProvider.tsx'
import { FieldError } from '../../../ui/controls/Field.tsx'
import { TextInput } from '../../../ui/controls/TextInput.tsx'
import { SettingGroup, SettingLine } from '../SectionHead.tsx'
import type { SettingsProps } from '../settings-props.ts'

const NAME = /^[A-Za-z_][A-Za-z0-9_]*$/

/** For each project, the variables that its commands and hooks inherit although they look like secrets. */
export function VariablesGroup({ app }: Pick<SettingsProps, 'app'>) {
  const t = useText()
  const projects = useStore(app.store, (state) => state.projects)
  const passed = useStore(app.store, (state) => state.settings.passedVariables)
  if (projects.length === 0) return null
  return (
    <SettingGroup label={t('settings.variables')}>
      <p className="px-4 py-2 text-fg-3 text-xs">{t('settings.variables.hint')}</p>
      {projects.map(({ id, name, path }) => {
        const names = passed[path] ?? []
        return (
          <VariablesLine
            key={`${id} ${names.join()}`}
            name={name}
            path={path}
            names={names}
            onNames={(next) => app.attempt(app.passVariables(id, next))}
          />
        )
      })}
    </SettingGroup>
  )
}

type VariablesLineProps = {
  readonly name: string
  readonly path: string
  readonly names: readonly string[]
  readonly onNames: (names: readonly string[]) => void
}

function VariablesLine({ name, path, names, onNames }: VariablesLineProps) {
  const t = useText()
  const id = useId()
  const [text, setText] = useState(names.join(', '))
  const wanted = text.split(/[\s,，]+/).filter((each) => each !== '')
  const isWrong = wanted.length > 50 || !wanted.every((each) => each.length <= 200 && NAME.test(each))
  const keep = () => {
    if (!isWrong && wanted.join() !== names.join()) onNames(wanted)
  }
  return (
    <SettingLine title={name} hint={path}>
      <span className="grid w-56 gap-1">
        <TextInput
          aria-label={t('settings.variables.of', { name })}
          aria-invalid={isWrong || undefined}
          aria-describedby={isWrong ? id : undefined}
          placeholder={t('settings.variables.none')}
          value={text}
          onText={setText}
          onBlur={keep}
          onKeyDown={(event) => {
            if (event.key === 'Enter' && !event.nativeEvent.isComposing) keep()
          }}
        />
        {isWrong ? (
          <span id={id}>
            <FieldError>{t('settings.variables.wrong')}</FieldError>
          </span>
        ) : null}
      </span>
    </SettingLine>
  )
}

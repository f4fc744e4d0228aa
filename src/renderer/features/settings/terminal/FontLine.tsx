import { useId, useState } from 'react'
import { TerminalLook } from '#shared/terminal/terminal-look.ts'
import { useText } from '../../../messages/TextProvider.tsx'
import { FieldError } from '../../../ui/controls/Field.tsx'
import { TextInput } from '../../../ui/controls/TextInput.tsx'
import { SettingLine } from '../SectionHead.tsx'

type FontLineProps = { readonly font: string; readonly onFont: (font: string) => void }

/** The fonts of terminals by name. It is kept when the field is left, or with Enter. */
export function FontLine({ font, onFont }: FontLineProps) {
  const t = useText()
  const id = useId()
  const [text, setText] = useState(font)
  const wanted = text.trim()
  const isWrong = !TerminalLook.shape.font.safeParse(wanted).success
  const keep = () => {
    if (!isWrong && wanted !== font) onFont(wanted)
  }
  return (
    <SettingLine title={t('settings.terminal.font')} hint={t('settings.terminal.fontHint')}>
      <span className="grid w-56 gap-1">
        <TextInput
          aria-label={t('settings.terminal.font')}
          aria-invalid={isWrong || undefined}
          aria-describedby={isWrong ? id : undefined}
          placeholder={t('settings.terminal.fontUsual')}
          value={text}
          onText={setText}
          onBlur={keep}
          onKeyDown={(event) => {
            if (event.key === 'Enter' && !event.nativeEvent.isComposing) keep()
          }}
        />
        {isWrong ? (
          <span id={id}>
            <FieldError>{t('settings.terminal.fontWrong')}</FieldError>
          </span>
        ) : null}
      </span>
    </SettingLine>
  )
}

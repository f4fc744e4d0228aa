import { useStore } from 'zustand'
import { USUAL_CHOICES } from '#shared/config/usual-choices.ts'
import { CURSORS, FONT_SIZE, LINE_HEIGHT, TerminalLook } from '#shared/terminal/terminal-look.ts'
import { Rich, useText } from '../../../messages/TextProvider.tsx'
import { oneOf } from '../../../ui/base/one-of.ts'
import { Kbd } from '../../../ui/controls/Kbd.tsx'
import { Segmented } from '../../../ui/controls/Segmented.tsx'
import { Switch } from '../../../ui/controls/Switch.tsx'
import { NumberLine } from '../NumberLine.tsx'
import { SectionHead, SettingGroup, SettingLine } from '../SectionHead.tsx'
import type { SettingsProps } from '../settings-props.ts'
import { FontLine } from './FontLine.tsx'
import { ShellGroup } from './ShellGroup.tsx'

/** The shell, the font and the cursor of terminals. Open terminals take the font and the cursor at once. */
export function TerminalSection({ api, app }: SettingsProps) {
  const t = useText()
  const look = useStore(app.store, ({ settings }) => settings.terminal)
  const set = (change: Partial<TerminalLook>) =>
    app.attempt(app.changeSettings({ terminal: { ...look, ...change } }))
  return (
    <>
      <SectionHead title={t('settings.terminal')} />
      <p className="-mt-4 text-fg-2">
        <Rich message="settings.terminal.hint" values={{ keys: <Kbd keys={['Ctrl', '`']} /> }} />
      </p>
      <ShellGroup api={api} app={app} />
      <SettingGroup label={t('settings.terminal.text')}>
        <FontLine key={look.font} font={look.font} onFont={(font) => set({ font })} />
        <FigureLine
          key={`size ${look.fontSize}`}
          figure="fontSize"
          limits={FONT_SIZE}
          value={look.fontSize}
          onValue={(fontSize) => set({ fontSize })}
        />
        <FigureLine
          key={`height ${look.lineHeight}`}
          figure="lineHeight"
          limits={LINE_HEIGHT}
          value={look.lineHeight}
          onValue={(lineHeight) => set({ lineHeight })}
        />
        <SettingLine title={t('settings.terminal.cursor')} hint={t('settings.terminal.cursorHint')}>
          <Segmented
            label={t('settings.terminal.cursor')}
            value={look.cursor}
            options={CURSORS.map((value) => ({ value, label: t(`settings.terminal.cursor.${value}`) }))}
            onChange={(cursor) => set({ cursor: oneOf(CURSORS, cursor) ?? 'block' })}
          />
        </SettingLine>
        <SettingLine
          title={t('settings.terminal.blinks')}
          hint={t(look.blinks ? 'settings.terminal.blinks.isOn' : 'settings.terminal.blinks.isOff')}
        >
          <Switch
            label={t('settings.terminal.blinks')}
            checked={look.blinks}
            onChange={(blinks) => set({ blinks })}
          />
        </SettingLine>
        <Sample look={look} />
      </SettingGroup>
    </>
  )
}

type FigureLineProps = {
  readonly figure: 'fontSize' | 'lineHeight'
  readonly limits: { readonly least: number; readonly most: number }
  readonly value: number
  readonly onValue: (value: number) => void
}

/** A number of the look. An empty field takes the usual one. */
function FigureLine({ figure, limits, value, onValue }: FigureLineProps) {
  const t = useText()
  const usual = USUAL_CHOICES.terminal[figure]
  return (
    <NumberLine
      title={t(`settings.terminal.${figure}`)}
      hint={t(`settings.terminal.${figure}Hint`, limits)}
      nothing={String(usual)}
      wrong={t('settings.terminal.numberWrong', limits)}
      value={value}
      isRight={(given) => given === null || TerminalLook.shape[figure].safeParse(given).success}
      onValue={(given) => onValue(given ?? usual)}
    />
  )
}

/** Lines as a terminal draws them with the chosen font. */
function Sample({ look }: { readonly look: TerminalLook }) {
  const t = useText()
  const { font, fontSize, lineHeight } = look
  const fontFamily = font.trim() === '' ? 'var(--font-mono)' : `${font}, var(--font-mono)`
  return (
    <figure
      aria-label={t('settings.terminal.sample')}
      className="overflow-hidden border-line border-t bg-sunken px-4 py-3"
    >
      <pre style={{ fontFamily, fontSize, lineHeight }}>{SAMPLE}</pre>
    </figure>
  )
}

const SAMPLE = `~/code/ledger main ❯ git status --short
 M src/billing/tax.ts
?? src/money/allocate.ts   0O 1lI {} => !=`

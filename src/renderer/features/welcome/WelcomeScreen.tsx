import { useState } from 'react'
import type { Data } from '../../data/data.ts'
import { useText } from '../../messages/TextProvider.tsx'
import { ConnectModel } from '../../models/ConnectModel.tsx'
import type { AppStore } from '../../store/app-store.ts'
import { Icon } from '../../ui/base/Icon.tsx'
import type { IconName } from '../../ui/base/icon-shapes.tsx'
import { Button } from '../../ui/controls/Button.tsx'
import { Kbd } from '../../ui/controls/Kbd.tsx'
import { ModelSetup } from './ModelSetup.tsx'
import { Orrery } from './Orrery.tsx'

type WelcomeScreenProps = {
  readonly api: Data
  readonly app: AppStore
  readonly onAddProject: () => void
}

/** The first screen a person sees: one folder to start with, and who answers. */
export function WelcomeScreen({ api, app, onAddProject }: WelcomeScreenProps) {
  const t = useText()
  const [connects, setConnects] = useState(false)
  const back = () => setConnects(false)
  if (connects) {
    return (
      <section aria-label={t('connect.title')} data-pane className="grid items-start overflow-auto">
        <div className="mx-auto grid w-[min(1184px,100%)] gap-4 px-8 py-8">
          <header className="flex items-end gap-4">
            <div className="min-w-0 grow">
              <h1 className="font-semibold text-2xl tracking-[-0.021em]">{t('connect.title')}</h1>
              <p className="text-fg-2 text-md">{t('connect.lead')}</p>
            </div>
            <Button look="ghost" onClick={back}>
              {t('connect.practice')}
            </Button>
          </header>
          <ConnectModel
            api={api}
            app={app}
            onBack={back}
            onDone={(model) => {
              app.notify('info', t('connect.done', { model }))
              back()
            }}
          />
        </div>
      </section>
    )
  }
  return (
    <section aria-label={t('shell.welcome')} data-pane className="grid place-items-center overflow-auto">
      <div className="grid w-[min(936px,100%)] gap-8 px-8 py-6 wide:px-0">
        <div className="grid grid-cols-[minmax(0,1fr)_320px] items-center gap-12 max-medium:grid-cols-1">
          <div>
            <h1 className="font-semibold text-2xl tracking-[-0.021em]">{t('welcome.title')}</h1>
            <p className="mt-2 max-w-[460px] text-fg-2 text-md">{t('welcome.lead')}</p>
            <div className="mt-6 flex items-center gap-3">
              <Button look="primary" size="big" icon="folder" autoFocus onClick={() => onAddProject()}>
                {t('projects.add')}
              </Button>
              <span className="text-fg-3">{t('welcome.drop')}</span>
              <Kbd keys={['Mod', 'O']} />
            </div>
          </div>
          <div className="-my-2 grid h-[304px] place-items-center max-medium:hidden">
            <Orrery />
          </div>
        </div>
        <ModelSetup api={api} app={app} onConnect={() => setConnects(true)} />
        <ul className="grid grid-cols-3 gap-3 text-fg-3 text-sm">
          <Pledge icon="shield" text={t('welcome.fact.ask')} />
          <Pledge icon="undo" text={t('welcome.fact.undo')} />
          <Pledge icon="lock" text={t('welcome.fact.local')} />
        </ul>
      </div>
    </section>
  )
}

function Pledge({ icon, text }: { icon: IconName; text: string }) {
  return (
    <li className="flex gap-2 px-4">
      <Icon name={icon} size="s" />
      <span>{text}</span>
    </li>
  )
}

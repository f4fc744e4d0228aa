import { type FormEvent, useState } from 'react'
import type { McpServerListing } from '#shared/mcp/mcp-list.ts'
import { useText } from '../../../messages/TextProvider.tsx'
import { Button } from '../../../ui/controls/Button.tsx'
import { Field } from '../../../ui/controls/Field.tsx'
import { TextInput } from '../../../ui/controls/TextInput.tsx'
import { Banner } from '../../../ui/panes/Banner.tsx'
import { ForeignText } from '../../../ui/text/ForeignText.tsx'
import type { SettingsProps } from '../settings-props.ts'

type McpSignInProps = Pick<SettingsProps, 'api' | 'app'> & { readonly server: McpServerListing }

/** The sign-in of a server: the button that opens the browser, or the form for a client id. */
export function McpSignIn({ server, api, app }: McpSignInProps) {
  const t = useText()
  const { health, projectId, key } = server
  if (health.state !== 'sign-in') return null
  const { host, reason, running, problem } = health
  const place = { projectId, key }
  const at = host ?? t('settings.mcp.signIn.unknown')
  return (
    <>
      <Banner
        action={
          reason === 'client' ? undefined : running ? (
            <Button size="small" onClick={() => app.attempt(api.command('mcp.cancelSignIn', place))}>
              {t('settings.mcp.signIn.cancel')}
            </Button>
          ) : (
            <Button
              size="small"
              icon="external"
              onClick={() => app.attempt(api.command('mcp.signIn', place))}
            >
              {t('settings.mcp.signIn')}
            </Button>
          )
        }
      >
        {running
          ? t('settings.mcp.signIn.running', { host: at })
          : t(`settings.mcp.signIn.${reason}`, { host: at })}
        {problem === null ? null : (
          <p className="text-bad-fg">
            <ForeignText text={problem} />
          </p>
        )}
      </Banner>
      {reason === 'client' ? <ClientForm server={server} api={api} app={app} /> : null}
    </>
  )
}

/** Stores a client id in the vault, and opens the browser. */
function ClientForm({ server, api, app }: McpSignInProps) {
  const t = useText()
  const [id, setId] = useState('')
  const [secret, setSecret] = useState('')
  const { projectId, key, health } = server
  const host = health.state === 'sign-in' ? health.host : null
  const save = async (event: FormEvent) => {
    event.preventDefault()
    const place = { projectId, key }
    await api.command('mcp.setClient', { ...place, id: id.trim(), secret: secret === '' ? null : secret })
    setSecret('')
    await api.command('mcp.signIn', place)
  }
  return (
    <form
      noValidate
      aria-label={t('settings.mcp.client')}
      onSubmit={(event) => app.attempt(save(event))}
      className="grid grid-cols-[minmax(0,1fr)] gap-3"
    >
      <Field label={t('settings.mcp.client.id')} hint={t('settings.mcp.client.hint')}>
        {(ids) => <TextInput {...ids} mono value={id} onText={setId} />}
      </Field>
      <Field
        label={t('settings.mcp.client.secret')}
        hint={t('settings.mcp.client.secretHint', { host: host ?? t('settings.mcp.signIn.unknown') })}
      >
        {(ids) => (
          <TextInput {...ids} mono type="password" autoComplete="off" value={secret} onText={setSecret} />
        )}
      </Field>
      <div>
        <Button type="submit" icon="external" disabled={id.trim() === ''}>
          {t('settings.mcp.client.save')}
        </Button>
      </div>
    </form>
  )
}

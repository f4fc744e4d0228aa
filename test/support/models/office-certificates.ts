import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** An office's own authority, and what a server of the office shows. The key of a test protects nothing. */
export type OfficeCertificates = {
  /** The file with the certificate of the authority. */
  readonly authority: string
  readonly server: { readonly key: string; readonly cert: string }
}

/** Has openssl make an authority and let it sign a certificate for some names. */
export function officeCertificates(folder: string, ...names: readonly string[]): OfficeCertificates {
  const at = (file: string) => join(folder, file)
  const openssl = (...args: readonly string[]) =>
    execFileSync('openssl', args, { cwd: folder, stdio: 'pipe' })
  const curve = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes']
  openssl(
    'req',
    '-x509',
    ...curve,
    '-keyout',
    'ca.key',
    '-out',
    'ca.pem',
    '-days',
    '30',
    '-subj',
    '/CN=Office',
  )
  openssl(
    'req',
    ...curve,
    '-keyout',
    'server.key',
    '-out',
    'server.csr',
    '-subj',
    `/CN=${names[0] ?? 'office'}`,
  )
  writeFileSync(at('names'), `subjectAltName=${names.map((name) => `DNS:${name}`).join(',')}\n`)
  const signed = ['-CA', 'ca.pem', '-CAkey', 'ca.key', '-CAcreateserial', '-days', '30', '-extfile', 'names']
  openssl('x509', '-req', '-in', 'server.csr', '-out', 'server.pem', ...signed)
  const text = (file: string) => readFileSync(at(file), 'utf8')
  return { authority: at('ca.pem'), server: { key: text('server.key'), cert: text('server.pem') } }
}

/** A repository on a server: the host, and `owner/name`. */
export type RemoteName = { readonly host: string; readonly repository: string }

/** Reads host, owner and name from the address of a remote. Passwords in it are left out. Null for other addresses. */
export function remoteNameOf(address: string): RemoteName | null {
  const found =
    /^(?:https?|ssh|git):\/\/(?:[^@/]*@)?([\w.-]+)(?::\d+)?\/([\w.-]+)\/([\w.-]+?)(?:\.git)?\/?$/i.exec(
      address,
    ) ?? /^(?:[\w.-]+@)([\w.-]+):([\w.-]+)\/([\w.-]+?)(?:\.git)?\/?$/.exec(address)
  const [, host, owner, name] = found ?? []
  if (host === undefined || owner === undefined || name === undefined) return null
  if (/^[-.]/.test(host) || /^[-.]/.test(owner) || /^[-.]/.test(name)) return null
  return { host: host.toLowerCase(), repository: `${owner}/${name}` }
}

/** A repository on a server: the host, and `owner/name`, on GitLab with all groups before the name. */
export type RemoteName = { readonly host: string; readonly repository: string }

/** Reads host, owner and name from the address of a remote. Passwords in it are left out. Null for other addresses. */
export function remoteNameOf(address: string): RemoteName | null {
  const found =
    /^(?:https?|ssh|git):\/\/(?:[^@/]*@)?([\w.-]+)(?::\d+)?\/([\w./-]+?)(?:\.git)?\/?$/i.exec(address) ??
    /^(?:[\w.-]+@)([\w.-]+):([\w./-]+?)(?:\.git)?\/?$/.exec(address)
  const [, host = '', path = ''] = found ?? []
  const names = path.split('/')
  if (found === null || names.length < 2 || names.length > MOST_NAMES) return null
  if ([host, ...names].some((name) => !/^\w[\w.-]*$/.test(name))) return null
  return { host: host.toLowerCase(), repository: path }
}

/** Names in the path of a repository; GitLab allows 20 groups in each other. */
const MOST_NAMES = 22

import type { Escape } from './escape.ts'

/** Files with secrets of tools that few people have, relative to the home folder. */
const MORE =
  `.boto .oci/config .aliyun/config.json .config/scw/config.yaml .local/share/com.vercel.cli/auth.json
  .config/netlify/config.json .railway/config.json .config/.wrangler/config/default.toml .supabase/access-token
  .config/stripe/config.toml .config/ngrok/ngrok.yml .cloudflared/cert.pem .tsh/keys/a .config/helm/registry/config.json
  .config/Signal/config.json .config/Slack/Cookies .config/discord/Cookies .local/share/TelegramDesktop/tdata/key_datas
  .purple/accounts.xml .config/1Password/1password.sqlite .authinfo .msmtprc .fetchmailrc .mbsyncrc
  .config/filezilla/sitemanager.xml .local/share/remmina/a.remmina .vnc/passwd .subversion/auth/a .davfs2/secrets
  .rediscli_history .irb_history .lesshst .viminfo .config/nushell/history.txt .local/share/atuin/key .zhistory
  .openai/auth.json .config/anthropic/a .ipython/profile_default/history.sqlite .config/rbw/config.json
  .local/share/lpass/blob .config/age/keys.txt .terraformrc .sbt/.credentials .ivy2/.credentials
  .local/share/DBeaverData/a .config/Insomnia/a .config/Postman/a .librewolf/a/key4.db .waterfox/a/key4.db
  .local/share/qutebrowser/a .config/google-chrome-beta/Cookies .var/app/org.signal.Signal/config/a
  snap/brave/a snap/bitwarden/a snap/slack/a .bitcoin/wallet.dat .electrum/wallets/a .local/share/evolution/a
  .config/goa-1.0/accounts.conf`.split(/\s+/)

/** Reading what is hidden. */
export const SECRETS: readonly Escape[] = [
  {
    name: 'a private key',
    prepare: 'mkdir -p ~/.ssh; echo SECRET > ~/.ssh/id_rsa',
    command: 'cat ~/.ssh/id_rsa',
  },
  {
    name: 'a private key through a link',
    prepare: 'mkdir -p ~/.ssh; echo SECRET > ~/.ssh/id_rsa',
    command: 'ln -s ~/.ssh k; cat k/id_rsa',
  },
  {
    name: 'a private key through /proc',
    prepare: 'mkdir -p ~/.ssh; echo SECRET > ~/.ssh/id_rsa',
    command: 'cat "/proc/self/root$HOME/.ssh/id_rsa"',
  },
  {
    name: 'a private key after an unmount',
    prepare: 'mkdir -p ~/.ssh; echo SECRET > ~/.ssh/id_rsa',
    command: `unshare -Urm sh -c 'umount ~/.ssh 2>/dev/null; cat ~/.ssh/id_rsa'`,
  },
  {
    name: 'a private key by a search',
    prepare: 'mkdir -p ~/.ssh; echo SECRET > ~/.ssh/id_rsa',
    command: 'grep -rh SECRET ~ 2>/dev/null',
  },
  {
    name: 'a private key where the folder is a link',
    prepare: 'mkdir ~/kept; echo SECRET > ~/kept/id_rsa; ln -s ~/kept ~/.ssh',
    command: 'cat ~/kept/id_rsa',
  },
  {
    name: 'credentials of a cloud',
    prepare: 'mkdir -p ~/.aws; echo SECRET > ~/.aws/credentials',
    command: 'cat ~/.aws/credentials',
  },
  {
    name: 'the sign-ins of other agents',
    prepare:
      'mkdir -p ~/.codex ~/.claude; echo SECRET > ~/.codex/auth.json; echo SECRET > ~/.claude/.credentials.json',
    command: 'cat ~/.codex/auth.json ~/.claude/.credentials.json',
  },
  {
    name: 'tokens of other tools',
    prepare:
      'mkdir -p ~/.config/glab-cli ~/.kaggle ~/.gem; for f in ~/.config/glab-cli/config.yml ~/.kaggle/kaggle.json ~/.gem/credentials ~/.s3cfg; do echo SECRET > $f; done',
    command: 'cat ~/.config/glab-cli/config.yml ~/.kaggle/kaggle.json ~/.gem/credentials ~/.s3cfg',
  },
  {
    name: 'tokens and histories of many more tools',
    prepare: `for f in ${MORE.map((name) => `~/'${name}'`).join(' ')}; do mkdir -p "$(dirname "$f")"; echo SECRET > "$f"; done`,
    command: `for f in ${MORE.map((name) => `~/'${name}'`).join(' ')}; do cat "$f"; done 2>/dev/null`,
  },
  {
    name: 'the profile of a browser in a snap',
    prepare: 'mkdir -p ~/snap/firefox/common; echo SECRET > ~/snap/firefox/common/logins.json',
    command: 'cat ~/snap/firefox/common/logins.json',
  },
  { name: 'passwords for hosts', prepare: 'echo SECRET > ~/.netrc', command: 'cat ~/.netrc' },
  {
    name: 'a token for a registry',
    prepare: 'echo "//r/:_authToken=SECRET" > ~/.npmrc',
    command: 'cat ~/.npmrc',
  },
  {
    name: 'the data of the app',
    prepare: 'echo SECRET > ~/.orrery/orrery.db',
    command: 'cat ~/.orrery/orrery.db',
  },
  { name: 'what was typed', prepare: 'echo SECRET > ~/.bash_history', command: 'cat ~/.bash_history' },
  {
    name: 'a file in the temporary folder of all',
    prepare: 'echo SECRET > "/tmp/orrery-secret-$ID"',
    command: 'cat "/tmp/orrery-secret-$ID"',
    after: 'rm -f "/tmp/orrery-secret-$ID"',
  },
  {
    name: 'the passwords of the system',
    command: 'grep -q "^root:" /etc/shadow && echo SECRET',
    only: 'root',
  },
  {
    name: 'a device of its own',
    command: 'mknod "$OUT/null" c 1 3 && echo SECRET',
    only: 'root',
  },
  {
    name: 'a private key through a second mount of everything',
    prepare: 'mkdir -p ~/.ssh; echo SECRET > ~/.ssh/id_rsa',
    command: `unshare -Urm sh -c 'mkdir -p /tmp/all-$ID; mount --rbind / /tmp/all-$ID && umount -l "/tmp/all-$ID$HOME/.ssh" 2>/dev/null; cat "/tmp/all-$ID$HOME/.ssh/id_rsa"'`,
    after: 'rmdir "/tmp/all-$ID" 2>/dev/null',
  },
  {
    name: 'a private key under what is mounted over it',
    prepare: 'mkdir -p ~/.ssh; echo SECRET > ~/.ssh/id_rsa',
    command: `unshare -Urm sh -c 'mkdir -p /tmp/home-$ID; mount --bind "$HOME" "/tmp/home-$ID" || mount --rbind "$HOME" "/tmp/home-$ID"; cat "/tmp/home-$ID/.ssh/id_rsa"'`,
    after: 'rmdir "/tmp/home-$ID" 2>/dev/null',
  },
]

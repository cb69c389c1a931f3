import type { Command } from 'commander';

/** A command for completion. */
type Completed = { readonly name: string; readonly description: string; readonly flags: readonly string[] };

const completedOf = (program: Command): Completed[] =>
  program.commands.map((command) => ({
    name: command.name(),
    description: command.description().replaceAll(/["'`$\\]/g, ''),
    flags: [...command.options.flatMap(({ long }) => (long == null ? [] : [long])), '--help'],
  }));

const bash = (commands: readonly Completed[]): string =>
  `_docforge() {
  local word="\${COMP_WORDS[COMP_CWORD]}" words=
  if [[ $COMP_CWORD -eq 1 ]]; then
    words="${commands.map(({ name }) => name).join(' ')}"
  elif [[ $word == -* ]]; then
    case "\${COMP_WORDS[1]}" in
${commands.map(({ name, flags }) => `      ${name}) words="${flags.join(' ')}" ;;`).join('\n')}
    esac
  fi
  COMPREPLY=()
  [[ -n $words ]] && mapfile -t COMPREPLY < <(compgen -W "$words" -- "$word")
}
complete -o default -F _docforge docforge`;

const zsh = (commands: readonly Completed[]): string =>
  `#compdef docforge
_docforge() {
  local -a commands
  commands=(
${commands.map(({ name, description }) => `    '${name}:${description.replaceAll(':', '\\:')}'`).join('\n')}
  )
  if (( CURRENT == 2 )); then
    _describe command commands
    return
  fi
  if [[ $words[CURRENT] == -* ]]; then
    case $words[2] in
${commands.map(({ name, flags }) => `      ${name}) compadd -- ${flags.join(' ')} ;;`).join('\n')}
    esac
    return
  fi
  _files
}
compdef _docforge docforge`;

const fish = (commands: readonly Completed[]): string =>
  [
    ...commands.map(
      ({ name, description }) =>
        `complete -c docforge -n __fish_use_subcommand -f -a ${name} -d '${description}'`,
    ),
    ...commands.flatMap(({ name, flags }) =>
      flags.map(
        (flag) => `complete -c docforge -n '__fish_seen_subcommand_from ${name}' -l ${flag.slice(2)}`,
      ),
    ),
  ].join('\n');

const writers = { bash, zsh, fish };

/** The shells with completion. */
export const shells = Object.keys(writers);

/** The script that completes the commands and options of `program` in a shell; undefined for another shell. */
export const completionScript = (program: Command, shell: string): string | undefined =>
  shell === 'bash' || shell === 'zsh' || shell === 'fish' ? writers[shell](completedOf(program)) : undefined;

import type { Command } from 'commander';

/** The values that complete an option or an argument, by its name. Files complete the others. */
export type CompletedValues = Readonly<Record<string, readonly string[]>>;

/** A command for completion. */
type Completed = {
  readonly name: string;
  readonly description: string;
  readonly flags: readonly string[];
  /** Flags by the values that follow them. */
  readonly valued: readonly { readonly flags: readonly string[]; readonly values: readonly string[] }[];
  /** The values of arguments. */
  readonly values: readonly string[];
};

const completedOf = (program: Command, values: CompletedValues): Completed[] =>
  program.commands.flatMap((command) => {
    const completed = {
      description: command.description().replaceAll(/["'`$\\]/g, ''),
      flags: [...command.options.flatMap(({ long }) => (long == null ? [] : [long])), '--help'],
      valued: command.options.flatMap(({ long, short }) => {
        const known = values[long ?? ''];
        return known === undefined
          ? []
          : [{ flags: [long, short].filter((flag) => flag != null), values: known }];
      }),
      values: [...new Set(command.registeredArguments.flatMap((argument) => values[argument.name()] ?? []))],
    };
    return [command.name(), ...command.aliases()].map((name) => ({ name, ...completed }));
  });

const words = (list: readonly string[]): string => list.join(' ');

/** The cases of a shell's `case` statement, one for each command that has `list`. */
const cases = (
  commands: readonly Completed[],
  listOf: (command: Completed) => readonly (readonly [pattern: string, words: readonly string[]])[],
  line: (pattern: string, list: string) => string,
): string =>
  commands
    .flatMap((command) => listOf(command).map(([pattern, list]) => line(pattern, words(list))))
    .join('\n');

const valuedCases = ({ name, valued }: Completed) =>
  valued.map(({ flags, values }) => [flags.map((flag) => `${name}:${flag}`).join('|'), values] as const);

const argumentCases = ({ name, values }: Completed) => (values.length === 0 ? [] : [[name, values] as const]);

const bash = (commands: readonly Completed[]): string =>
  `_docforge() {
  local word="\${COMP_WORDS[COMP_CWORD]}" command="\${COMP_WORDS[1]}" words=
  if [[ $COMP_CWORD -eq 1 ]]; then
    words="${words(commands.map(({ name }) => name))}"
  elif [[ $word == -* ]]; then
    case "$command" in
${cases(
  commands,
  ({ name, flags }) => [[name, flags]],
  (pattern, list) => `      ${pattern}) words="${list}" ;;`,
)}
    esac
  else
    case "$command:\${COMP_WORDS[COMP_CWORD-1]}" in
${cases(commands, valuedCases, (pattern, list) => `      ${pattern}) words="${list}" ;;`)}
    esac
    [[ -n $words ]] || case "$command" in
${cases(commands, argumentCases, (pattern, list) => `      ${pattern}) words="${list}" ;;`)}
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
${commands.map(({ name, flags }) => `      ${name}) compadd -- ${words(flags)} ;;`).join('\n')}
    esac
    return
  fi
  case "$words[2]:$words[CURRENT-1]" in
${cases(commands, valuedCases, (pattern, list) => `    ${pattern}) compadd -- ${list}; return ;;`)}
  esac
  case $words[2] in
${cases(commands, argumentCases, (pattern, list) => `    ${pattern}) compadd -- ${list}; return ;;`)}
  esac
  _files
}
compdef _docforge docforge`;

const fish = (commands: readonly Completed[]): string =>
  commands
    .flatMap(({ name, description, flags, valued, values }) => {
      const seen = `complete -c docforge -n '__fish_seen_subcommand_from ${name}'`;
      return [
        `complete -c docforge -n __fish_use_subcommand -f -a ${name} -d '${description}'`,
        ...flags.map((flag) => {
          const known = valued.find((each) => each.flags.includes(flag))?.values;
          return `${seen} -l ${flag.slice(2)}${known === undefined ? '' : ` -x -a '${words(known)}'`}`;
        }),
        ...(values.length === 0 ? [] : [`${seen} -f -a '${words(values)}'`]),
      ];
    })
    .join('\n');

const writers = { bash, zsh, fish };

/** The shells with completion. */
export const shells = Object.keys(writers);

/** The script that completes the commands, options and values of `program` in a shell; undefined for another shell. */
export const completionScript = (
  program: Command,
  shell: string,
  values: CompletedValues,
): string | undefined =>
  shell === 'bash' || shell === 'zsh' || shell === 'fish'
    ? writers[shell](completedOf(program, values))
    : undefined;

// The scripts of package.json load this before TypeScript, which an older Node.js cannot read.
const oldest = 24;

if (Number.parseInt(process.versions.node, 10) < oldest) {
  process.stderr.write(
    `DocForge needs Node.js ${oldest}; this is ${process.versions.node}. Run "npm ci", which installs it, without --ignore-scripts.\n`,
  );
  process.exit(1);
}

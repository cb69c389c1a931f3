// The jar contains veraPDF without a command of its own, and the JavaScript interpreter Rhino, which can call it. The
// profiles are read as plain XML, because the jar lacks a part of the library (JAXB) that veraPDF reads them with.

/**
 * A program for Rhino that validates the file in the system property `docforge.file` and prints one line of JSON: whether it
 * conforms and the rules that it breaks, or an `error` with the name of veraPDF's exception. `docforge.profile` is veraPDF's
 * identifier of a profile.
 */
export const validationProgram = `
Packages.java.util.logging.LogManager.getLogManager().reset();
var pdfa = Packages.org.verapdf.pdfa, Flavour = pdfa.flavours.PDFAFlavour, Profiles = pdfa.validation.profiles.Profiles;
var property = function (name) { return String(Packages.java.lang.System.getProperty('docforge.' + name)); };

function children(node, name) {
  var found = [], list = node.getChildNodes();
  for (var at = 0; at < list.getLength(); at += 1)
    if (String(list.item(at).getNodeName()) === name) found.push(list.item(at));
  return found;
}
function text(node, name) {
  var found = children(node, name)[0];
  return found === undefined ? '' : found.getTextContent();
}
function attribute(node, name) {
  var found = node.getAttributes().getNamedItem(name);
  return found === null ? null : found.getValue();
}

function readRule(rule) {
  var id = children(rule, 'id')[0], error = children(rule, 'error')[0], given = new Packages.java.util.ArrayList();
  children(error, 'arguments').forEach(function (list) {
    children(list, 'argument').forEach(function (argument) {
      given.add(pdfa.validation.profiles.ErrorArgumentImpl.fromValues(
        argument.getTextContent(), attribute(argument, 'name'), null));
    });
  });
  var deferred = attribute(rule, 'deferred');
  return Profiles.ruleFromValues(
    Profiles.ruleIdFromValues(Flavour.Specification.valueOf(attribute(id, 'specification')),
      attribute(id, 'clause'), Number(attribute(id, 'testNumber'))),
    attribute(rule, 'object'), deferred === null ? null : Packages.java.lang.Boolean.valueOf(deferred),
    attribute(rule, 'tags'), text(rule, 'description'), text(rule, 'test'),
    Profiles.errorFromValues(text(error, 'message'), given), new Packages.java.util.ArrayList());
}

function readProfile(flavour) {
  var id = String(flavour.getId());
  var name = id.indexOf('ua') === 0 ? 'PDFUA-' + id.slice(2) : 'PDFA-' + id.toUpperCase();
  var stream = Packages.java.lang.ClassLoader.getSystemResourceAsStream('org/verapdf/pdfa/validation/' + name + '.xml');
  var factory = Packages.javax.xml.parsers.DocumentBuilderFactory.newInstance();
  var root = factory.newDocumentBuilder().parse(stream).getDocumentElement();
  var rules = new Packages.java.util.HashSet(), variables = new Packages.java.util.HashSet();
  children(children(root, 'rules')[0], 'rule').forEach(function (rule) { rules.add(readRule(rule)); });
  children(root, 'variables').forEach(function (list) {
    children(list, 'variable').forEach(function (each) {
      variables.add(Profiles.variableFromValues(attribute(each, 'name'), attribute(each, 'object'),
        text(each, 'defaultValue'), text(each, 'value')));
    });
  });
  var details = Profiles.profileDetailsFromValues(name, name, 'veraPDF', new Packages.java.util.Date(0));
  return Profiles.profileFromValues(flavour, details, '', rules, variables);
}

function validate() {
  Packages.org.verapdf.gf.foundry.VeraGreenfieldFoundryProvider.initialise();
  var file = new Packages.java.io.File(property('file')), foundry = pdfa.Foundries.defaultInstance();
  var flavour = Flavour.fromString(property('profile')), profile = readProfile(flavour);
  var parser = foundry.createParser(file, flavour);
  var validator = pdfa.validation.validators.ValidatorFactory.createValidator(profile, 0, false, false, false);
  var result = validator.validate(parser), failures = [];
  for (var rules = result.getFailedChecks().keySet().iterator(); rules.hasNext();) {
    var id = rules.next();
    failures.push({ clause: String(id.getClause()), test: Number(id.getTestNumber()) });
  }
  return { conforms: Boolean(result.isCompliant()), failures: failures };
}

var answer;
try { answer = validate(); }
catch (error) { answer = { error: String(error.javaException ? error.javaException.getClass().getName() : error) }; }
print(JSON.stringify(answer));
`;

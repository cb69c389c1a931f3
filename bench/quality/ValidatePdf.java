import java.io.FileInputStream;
import java.io.InputStream;
import java.util.TreeSet;
import org.verapdf.gf.foundry.VeraGreenfieldFoundryProvider;
import org.verapdf.pdfa.Foundries;
import org.verapdf.pdfa.PDFAParser;
import org.verapdf.pdfa.PDFAValidator;
import org.verapdf.pdfa.flavours.PDFAFlavour;
import org.verapdf.pdfa.results.TestAssertion;
import org.verapdf.pdfa.results.ValidationResult;
import org.verapdf.pdfa.validation.profiles.Profiles;
import org.verapdf.pdfa.validation.profiles.ValidationProfile;
import org.verapdf.pdfa.validation.validators.ValidatorFactory;

/** Prints for each "FLAVOUR FILE" pair of arguments whether the file conforms, and the rules that it breaks. */
public class ValidatePdf {
  public static void main(String[] arguments) throws Exception {
    VeraGreenfieldFoundryProvider.initialise();
    for (int at = 0; at + 1 < arguments.length; at += 2) {
      PDFAFlavour flavour = PDFAFlavour.fromString(arguments[at]);
      String name = (arguments[at].startsWith("ua") ? "PDFUA-" + arguments[at].substring(2) : "PDFA-" + arguments[at].toUpperCase());
      ValidationProfile profile =
          Profiles.profileFromXml(
              ValidatePdf.class.getResourceAsStream("/org/verapdf/pdfa/validation/" + name + ".xml"));
      TreeSet<String> broken = new TreeSet<>();
      boolean isValid;
      try (InputStream file = new FileInputStream(arguments[at + 1]);
          PDFAParser parser = Foundries.defaultInstance().createParser(file, flavour);
          PDFAValidator validator = ValidatorFactory.createValidator(profile, false)) {
        ValidationResult result = validator.validate(parser);
        isValid = result.isCompliant();
        for (TestAssertion assertion : result.getTestAssertions())
          if (assertion.getStatus() == TestAssertion.Status.FAILED)
            broken.add(assertion.getRuleId().getClause() + "-" + assertion.getRuleId().getTestNumber());
      }
      System.out.println((isValid ? "valid" : "invalid " + String.join(" ", broken)) + "\t" + arguments[at] + "\t" + arguments[at + 1]);
    }
  }
}

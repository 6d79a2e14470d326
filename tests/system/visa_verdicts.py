"""Why `eugene check` and Intel's assembler differ on an instruction: a row for each kind of difference.

A row has what the assembler says or the rule that Eugene names, which instructions it is about, and the reason.
"""
import re

MESSAGES = (r"(?:3d_)?sample\w*|load\w*|lod|resinfo|sampleinfo|avs|gather\w*|scatter\w*|typed_atomic|dword_atomic|svm_\w+|qw_\w+|raw_send\w*|oword_\w+|media_\w+"
            r"|rt_write_3d|urb_write_3d|vme_\w+|lsc_\w+|dpasw?")

# Eugene refuses what GenX_IR accepts.
STRICTER = [
    ("visa.raw.bounds", MESSAGES, "the assembler does not ask where a raw operand begins; past the variable's end it is undefined (5_operands)"),
    ("visa.operand.bounds", r"\w+(\.\w+)?", "the assembler does not ask where a region ends, of variables that are larger than a register or as a row outside"),
    ("visa.execution.page", MESSAGES + r"|jmp|switchjmp|plane|madw", "the assembler does not ask for the execution sizes of these pages"),
    ("visa.execution.channels", r"svm_\w+", "the assembler does not ask whether mask and size of these go beyond channel 31"),
    ("visa.type.page", r"bfi|bfe|madw|bfn|mulh|mod|avg|lzd|fbl|addc|subb|plane|rnd[duez]|lrp|frc|dp[234h]|line|add3\S*|bfrev|dp4a|r?sqrtm?|exp|log|srnd|divm",
     "the assembler does not ask for the types of these pages"),
    ("visa.operand.type", MESSAGES + "|sad2add|sad2|fbh|fbl|cbit|lzd|addr_add|addc|subb|mul|wait|nbarrier|ifcall|switchjmp|setp|movs", "the assembler does not ask for the types of these operands"),
    ("visa.modifier.page", r"dp4a|ro[lr]|subb|addc|as[lr]|sh[lr]|bfe|bfi|bfn|lzd|fb[lh]|cbit|bfrev|sad2add|not|line|plane|fcvt|srnd|madw|add3\S*|dp[234h]|"
     r"goto|setp|divm|sqrtm|" + MESSAGES, "the assembler does not ask for the modifiers of these pages"),
    ("visa.saturation.page", r"x?or|and|not|asr|bf\w+|cbit|fb[lh]|lzd|mul|mulh|mad|add3\S*|ro[lr]|shl|shr|div|frc|bfn\S*|min|max|sel|cmp\S*|addc|madw|srnd|fcvt|setp|divm|"
     r"mov|dp4a|mod|avg", "the assembler does not ask whether the page saturates"),
    ("visa.operand.saturation", r"not|or|and|xor", "the assembler takes .sat of an operation on predicates, and drops it"),
    ("visa.region.lanes", MESSAGES + r"|ifcall|switchjmp|setp|nbarrier\S*", "a scalar operand has one element, whose region the assembler does not look at"),
    ("visa.region.registers", r"\w+", "the assembler counts registers by its platform"),
    ("visa.region.destination", r"min|max|addc|subb|bfi", "the assembler does not look at the destination, or the second one, of these"),
    ("visa.region.width", r"addr_add", "the assembler takes addresses for eight channels of any width"),
    ("visa.text.range", r"addr_add", "the assembler takes addresses for eight channels of any width"),
    ("visa.address.bounds", r"addr_add|mul", "the assembler does not ask where addresses end"),
    ("visa.predicate.elements", r"[\w.]+", "the assembler does not compare the predicate with the execution size"),
    ("visa.predicate.logic", r"x?or|and|not", "the assembler takes a predicate of an operation on predicates (AND)"),
    ("visa.predicate.place", r"min|max", "the assembler takes a predicate of min and max, and drops it"),
    ("visa.setp.source", r"setp", "the assembler reads floats as bits"),
    ("visa.svm.blocks", r"svm_\w+", "the assembler does not ask how many blocks there are"),
    ("visa.svm.(atomic_)?addresses", r"svm_\w+", "the assembler does not ask for the type of addresses"),
    ("visa.svm.lanes", r"svm_\w+", "the assembler does not ask for how many channels several blocks are"),
    ("visa.atomic.type", r"\w+_atomic\S*", "the assembler asks that of the destination of dword_atomic alone"),
    ("visa.message.null", MESSAGES, "the assembler takes %null for addresses and data"),
    ("visa.atomic.data", r"\w+_atomic\S*", "the assembler does not ask for sources that are missing, nor anything of svm_atomic and typed_atomic"),
    ("visa.typed.(coordinates|data)", r"\w+_typed|typed_atomic", "the assembler does not ask for the types of typed messages"),
    ("visa.typed.surface", r"\w+_typed|typed_atomic", "the assembler does not ask which surface a typed message is of"),
    ("visa.sampler.surface", r"(?:3d_)?sample\w*|load\w*|lod|resinfo|sampleinfo|avs", "the assembler asks that of sample, load and sample_unorm alone"),
    ("visa.dpas.(precision|accumulator|matrix|shape)", r"dpasw?", "the assembler does not ask whether both precisions go together, and what they are added up in"),
    ("visa.dpas.(aligned|registers)", r"dpasw?", "the assembler does not ask how source 2 and variables are aligned"),
    ("visa.nbarrier.(number|kind|threads)", r"nbarrier", "the assembler does not ask what the numbers of a named barrier are"),
    ("visa.cmp.(sources|result)", r"cmp", "the assembler does not ask which types a comparison takes"),
    ("visa.sampler.(parameters|sampled|offset_types|loaded|offsets)", r"sample\w*|load\w*|lod", "the assembler does not ask for the parameters of the sampler"),
    ("visa.rt_write.(types|mixed|index)", r"rt_write_3d", "the assembler does not ask for the operands of a render target write"),
    ("visa.raw.registers", r"qw_\w+", "the page has it for PVC alone, whose registers have 64 bytes"),
    ("visa.(bitfield.lanes|align16|plane.aligned|madw.destination|srnd.random|srnd.mask)", r"bf[ei]|lrp|plane|madw|srnd",
     "the assembler does not ask for sizes, alignment and masks of these pages"),
    ("visa.(mov.predicate|movs.kinds|address.predefined)", r"mov|movs|addr_add", "the assembler does not ask what is moved"),
    ("visa.(oword.sixteen|svm.owords|media.plane|media.stored_offset|media.surface)", r"oword_\w+|svm_block_\w+|media_\w+",
     "the assembler does not ask for sizes and planes of blocks"),
    ("visa.rt_read.mask", r"rt_read", "the assembler does not ask which mask a render target read has"),
    ("visa.raw_sends.function", r"raw_sends\w*", "the assembler does not ask which shared function there is"),
    ("visa.flow.(scalar|sizes)", r"ifcall", "the assembler does not ask for masks and sizes of calls"),
    ("visa.switchjmp.index", r"switchjmp", "the assembler does not ask how large the index is"),
    ("visa.lsc.typed_lanes", r"lsc_\w+", "the assembler does not ask how many channels a typed access has"),
    ("visa.lsc.(stored_data|vector|scale)", r"lsc_\w+", "the assembler asks that of lsc_load and lsc_store of global memory alone"),
    ("visa.lsc.local_cache", r"lsc_\w+", "the assembler drops cache options of local memory"),
    ("visa.text.suffix", r"\w+_scaled|qw_\w+|svm_\w+", "a number that the page does not have (3, 16, ...); the assembler takes a default"),
    ("visa.text.syntax", r"\w+_scaled|qw_\w+|svm_\w+", "a number that the page does not have (16); the assembler takes a default"),
    ("visa.text.syntax", r"rt_write_3d", "more operands than the flags name; the assembler drops them"),
    ("visa.text.operand", r"sample\w*|load\w*|rt_write_3d", "the name of a surface that stands for a number"),
]

# GenX_IR refuses what Eugene accepts.
LAXER = [
    (r"must be of integral type|supports UD type|only supports single UD", r"x?or|and|not|sh[lr]|asr|cbit|fb[hl]|bfrev",
     "floats as bits: Eugene warns, because Intel's compiler writes them all the same (for pvc)"),
    (r"crashes", r"\S+", "the assembler crashes"),
    (r"does not end", r"\S+", "the assembler does not end"),
    (r":a\d+ .* only allowed on .slm|not allowed on :a\d+|slm must use flat|LSC atomics only support|ELEMS must be 1|support vector load|only supports vector sizes"
     r"|invalid data type size for block2d|block2d cols|accesses more than|SLM D64 atomics|block2d|must be|D\d+|registers",
     r"lsc_\w+", "a limit of the platform, which the page leaves to the documents of the hardware (LSC_UNTYPED, note)"),
    (r"unexpected BUILTIN_NULL", r"lsc_\w+\.tgm", "the assembler's grammar has no %null among coordinates; its page has"),
    (r"GRF-aligned", r"dpasw?", "registers of PVC have 64 bytes; Eugene checks for 32, because text does not say for which platform it is"),
    (r"does not support i64 types on the selected platform", r"ro[lr]", "a limit of DG2: PVC has it"),
    (r"Only execution size of \d+ is supported", r"dpasw?", "the platform decides between 8 and 16"),
    (r"GRF boundary|more than 2 GRF|out of \d+ GRF|greater than width", MESSAGES + "|ifcall|switchjmp|setp", "a scalar operand has one element; Eugene does not look at its region"),
    (r"not allowed for (OWORD|MEDIA)|uses undefined surface|address of a pre-defined surface", r"oword_\w+|media_\w+|sample\w*|load|addr_add",
     "which surfaces of hardware exist: the page says buffer or 2D surface; Eugene asks when it executes"),
    (r"incorrect type", r"dpas\w*", "words as BF, as older compilers write them"),
    (r"Data type of the second source", r"addr_add", "an immediate vector is words"),
    (r"unexpected SAT|mod does not support saturation", r"subb|mod", "the page says that it saturates (SUBB, MOD)"),
    (r"logical modifiers", r"sample\w*|load\w*", "texel offsets are read as bits"),
    (r"wrong type of src0", r"line", "machine code has no such immediate; the manual has no page of LINE"),
    (r"F_CVT", r"fcvt", "HF8 in B, of compilers that are newer than the assembler"),
    (r"msgLength|Number of source|message length", r"raw_send\w*", "Eugene reads the descriptor when it executes"),
]


def reason(line, their, our):
    """Returns why GenX_IR's verdict on `line`, `their`, differs from Eugene's, `our`; None if the reason is unknown."""
    mnemonic = re.sub(r"^\([^)]*\) ", "", line).split()[0]
    name = mnemonic.split(".")[0]
    for said, page, why in STRICTER if our else LAXER:
        matched = re.fullmatch(said, our[0]) if our else re.search(said, their)
        if matched and (re.fullmatch(page, name) or re.fullmatch(page, mnemonic)):
            return why
    return None

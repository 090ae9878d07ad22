# `make order-05` checks on this CPU that all 2^31 floats without a sign have the order of their bits. Chapter 05's rung 7
# relies on it.
.PHONY: order-05
order-05: build/test/chapters-05-shortcuts $(EMULATOR_NEEDED)
	@ALL_PATTERNS=1 $< -tc='floats that are not negative*'

# Chapter 05's rung 6 rests on the order of floats being that of their bits: all 2^31 patterns without a sign, on this CPU.
.PHONY: order-05
order-05: build/test/chapters-05-shortcuts $(EMULATOR_NEEDED)
	@ALL_PATTERNS=1 $< -tc='floats that are not negative*'

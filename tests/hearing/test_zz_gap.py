import subprocess,sys
def test_x(sound_card):
    print(subprocess.run([sys.executable,'/tmp/h_gap.py'],env=sound_card,capture_output=True,text=True))
    print(subprocess.run([sys.executable,'/tmp/h_gap.py'],env=sound_card|{'PULSE_LATENCY_MSEC':'30'},capture_output=True,text=True))
